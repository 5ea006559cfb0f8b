import { defineConfig } from 'vite';

// Plain files beside the command line: no inline script or style, so that the strictest content policy holds.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../dist/board',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
