/**
 * Builds what is published: `dist/cli` (one CommonJS entry with chunks that load on demand, for a fast start),
 * `dist/lib` (the library as modules with types) and `dist/board` (the web board as static files).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { build as buildWithVite } from 'vite';

const TOKENIZER = /^gpt-tokenizer/;

async function buildCli(): Promise<void> {
  const bundle = await rolldown({
    input: { baton: 'src/surfaces/cli/bin.ts' },
    platform: 'node',
    // Two megabytes of merge ranks: loaded from the package when a count is not cached.
    external: [TOKENIZER],
    // Some packages ship a CommonJS wrapper that no bundler can follow, beside proper modules.
    resolve: { mainFields: ['module', 'main'] },
    // A command pays only for what it uses: a folder's index re-exports everything, and loading it must not.
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({
    dir: 'dist/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    minify: { compress: true, mangle: false, codegen: true },
  });
  await bundle.close();
  chmodSync('dist/cli/baton.cjs', 0o755);
}

/** The launcher of agents is one small file of its own: it starts once per agent. */
async function buildLauncher(): Promise<void> {
  const bundle = await rolldown({
    input: { launch: 'src/stores/launcher/launch.ts' },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({
    dir: 'dist/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    minify: { compress: true, mangle: false, codegen: true },
  });
  await bundle.close();
}

function buildLibrary(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  // Generated validators are plain JavaScript with declarations beside them: the compiler does not copy either of them.
  const generated = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.gen\.(js|d\.ts)$/.test(file),
  );
  for (const file of generated) {
    const target = join('dist/lib', file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join('src', file), target);
  }
}

async function buildBoard(): Promise<void> {
  await buildWithVite({ configFile: 'board/vite.config.ts', logLevel: 'warn' });
}

/** Says what is built while it is, since a silent minute looks like a hang. */
async function step(what: string, build: () => Promise<void> | void): Promise<void> {
  const began = performance.now();
  process.stderr.write(`building ${what} … `);
  await build();
  process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
}

rmSync('dist', { recursive: true, force: true });
await step('command line', buildCli);
await step('launcher', buildLauncher);
await step('board', buildBoard);
await step('library', buildLibrary);
