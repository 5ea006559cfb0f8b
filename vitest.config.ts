import { defineConfig } from 'vitest/config';

// Suites by cost: `fast` is what `npm test` runs; `crash` and `nodes` have scripts of their own.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['test/**/*.test.ts'], testTimeout: 30_000 } },
      // Fetches other versions of Node.
      { test: { name: 'nodes', include: ['test/**/*.nodes.ts'], testTimeout: 600_000, fileParallelism: false } },
      { test: { name: 'crash', include: ['test/**/*.crash.ts'], testTimeout: 600_000, fileParallelism: false } },
    ],
  },
});
