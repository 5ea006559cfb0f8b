/**
 * npm test [-- paths, filters or vitest options]: builds if needed, as some tests use the packed command line, then
 * hands over to vitest.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dim, seconds } from './support/terminal.ts';
import { findBuildReason } from './test/build-state.ts';
import { vitestArguments } from './test/vitest-arguments.ts';

const root = process.cwd();

process.exitCode = build() || run('node_modules/vitest/vitest.mjs', vitestArguments(process.argv.slice(2)));

function build(): number {
  const reason = findBuildReason(root);
  if (reason === undefined) return 0;
  const started = performance.now();
  const code = run('node_modules/tsx/dist/cli.mjs', ['scripts/build.ts']);
  console.log(dim(`built in ${seconds(performance.now() - started)} (${reason})`));
  return code;
}

function run(script: string, args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}
