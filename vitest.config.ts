import { defineConfig } from 'vitest/config';

// Three suites by cost: `fast` is what `npm test` runs; `crash` and `soak` have scripts of their own.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['test/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'crash', include: ['test/**/*.crash.ts'], testTimeout: 600_000, fileParallelism: false } },
    ],
  },
});
