import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findMemoryFolder } from './scripts/test/memory-folder.ts';

// No test reads or writes what the person at this machine approved or set, for Baton or for git.
const homesIn = (folder: string) => ({
  XDG_STATE_HOME: join(folder, 'baton-test-state'),
  XDG_CONFIG_HOME: join(folder, 'baton-test-config'),
});
Object.assign(process.env, homesIn(tmpdir()));
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
process.env['GIT_CONFIG_NOSYSTEM'] = '1';
process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';

// A person who names a folder for temporary files gets it.
const memory = process.env['TMPDIR'] === undefined ? findMemoryFolder() : undefined;
const env = memory === undefined ? {} : { TMPDIR: memory, ...homesIn(memory) };

// Suites by cost: `fast` is what `npm test` runs; `long`, `crash`, `browser`, `fleet`, `hosts` and `nodes` have scripts of their own.
export default defineConfig({
  test: {
    // Most tests wait for processes and disks: one worker per core keeps both busy.
    maxWorkers: '100%',
    projects: [
      // The files of a worker share what they import: loading it again for each takes a fifth of the time.
      { test: { name: 'fast', include: ['test/**/*.test.ts'], testTimeout: 90_000, isolate: false, env } },
      // Whole stories and simulations.
      { test: { name: 'long', include: ['test/**/*.long.ts'], testTimeout: 120_000, isolate: false, env } },
      // Fetches other versions of Node.
      { test: { name: 'nodes', include: ['test/**/*.nodes.ts'], testTimeout: 600_000, fileParallelism: false } },
      // Starts PostgreSQL servers.
      { test: { name: 'fleet', include: ['test/**/*.fleet.ts'], testTimeout: 120_000, fileParallelism: false } },
      // Needs Chromium.
      { test: { name: 'browser', include: ['test/**/*.browser.ts'], testTimeout: 60_000, fileParallelism: false } },
      // Runs the real agent hosts.
      { test: { name: 'hosts', include: ['test/**/*.hosts.ts'], testTimeout: 120_000, fileParallelism: false } },
      // A kill keeps what the system has cached, and a loss of power is replayed from recorded writes: memory will do.
      { test: { name: 'crash', include: ['test/**/*.crash.ts'], testTimeout: 600_000, fileParallelism: false, env } },
    ],
  },
});
