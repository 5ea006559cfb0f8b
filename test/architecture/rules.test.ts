import { describe, expect, test } from 'vitest';
import { findViolations } from './rule.ts';
import { RULES } from './rules.ts';
import { sourceTree } from './source-tree.ts';

interface Cases {
  /** Each must be flagged, at its last line. */
  readonly flagged: readonly Case[];
  readonly silent: readonly Case[];
}

type Case = readonly [path: string, ...lines: string[]];

const CASES: Readonly<Record<string, Cases>> = {
  layers: {
    flagged: [
      ['src/kernel/id.ts', "import { tasks } from '../protocols/tasks/index.ts';"],
      ['src/guard/scan.ts', "import { files } from '../stores/fs/index.ts';"],
      ['src/protocols/tasks/decide.ts', "import type { Claim } from '../../relay/index.ts';"],
      ['src/stores/fs/files.ts', '', "export { claim } from '../../relay/index.ts';"],
      ['src/relay/claim.ts', "import { scan } from '../guard/index.ts';"],
      ['src/relay/claim.ts', "import { createFiles } from '../stores/fs/index.ts';"],
      ['src/relay/claim.ts', "const cli = import('../surfaces/cli/index.ts');"],
      ['src/relay/claim.ts', "import { compose } from '../compose.ts';"],
      ['src/index.ts', "export { main } from './surfaces/cli/index.ts';"],
      ['src/surfaces/mcp/serve.ts', "import { createFiles } from '../../stores/fs/index.ts';"],
      ['src/plugins/load.ts', 'export const plugins = [];'],
    ],
    silent: [
      ['src/surfaces/cli/main.ts', "import { compose } from '../../compose.ts';"],
      ['src/surfaces/cli/main.ts', "import { BatonError } from '../../kernel/index.ts';"],
      ['src/stores/git/git.ts', "import { run } from '../process/index.ts';"],
      ['src/compose.ts', "import { createFiles } from './stores/fs/index.ts';"],
      ['src/index.ts', "export { compose } from './compose.ts';"],
    ],
  },
  'protocols-apart': {
    flagged: [['src/protocols/tasks/decide.ts', "import { parse } from '../output/index.ts';"]],
    silent: [['src/protocols/tasks/index.ts', "export { parse } from './parse.ts';"]],
  },
  'front-door': {
    flagged: [
      ['src/relay/claim.ts', "import { decide } from '../protocols/tasks/decide.ts';"],
      ['src/kernel/config/read.ts', "import { row } from '../errors/row.ts';"],
      ['src/stores/git/git.ts', "import { run } from '../process/run.ts';"],
    ],
    silent: [
      ['src/relay/claim.ts', "import { BatonError } from '../kernel/errors/index.ts';"],
      ['src/kernel/config/read.ts', "import { nearest } from '../nearest.ts';"],
      ['src/surfaces/cli/commands.ts', "const config = import('./commands/config.ts');"],
      ['src/surfaces/cli/main.ts', "import { compose } from '../../compose.ts';"],
    ],
  },
  'inside-src': {
    flagged: [['src/kernel/id.ts', "import { verifies } from '../../test/support/verifies.ts';"]],
    silent: [['src/kernel/id.ts', "import { hash } from './hash.ts';"]],
  },
  'disk-in-stores': {
    flagged: [
      ['src/surfaces/http/serve.ts', "import { readFile } from 'node:fs/promises';"],
      ['src/surfaces/cli/main.ts', "import { existsSync } from 'fs';"],
      ['src/compose.ts', "const { spawn } = await import('node:child_process');"],
    ],
    silent: [['src/stores/fs/disk.ts', "import { open } from 'node:fs/promises';"]],
  },
  'deciding-layers-compute': {
    flagged: [
      ['src/relay/claim.ts', "import { hostname } from 'node:os';"],
      ['src/kernel/wait.ts', "import { setTimeout as sleep } from 'node:timers/promises';"],
      ['src/protocols/tasks/parse.ts', "import process from 'node:process';"],
    ],
    silent: [
      ['src/kernel/hash.ts', "import { createHash } from 'node:crypto';"],
      ['src/relay/claim.ts', "import { join } from 'node:path';"],
      ['src/surfaces/http/serve.ts', "import { createServer } from 'node:http';"],
    ],
  },
  'terminal-in-cli': {
    flagged: [
      ['src/relay/claim.ts', "console.log('claimed');"],
      ['src/surfaces/mcp/serve.ts', "process.stdout.write('{}');"],
      ['src/stores/fs/files.ts', 'process.exit(1);'],
      ['src/compose.ts', "process['stderr'].write('x');"],
    ],
    silent: [
      ['src/surfaces/cli/print.ts', "console.error('x'); process.exit(1);"],
      ['src/relay/claim.ts', "const text = 'console.log()'; // console.log"],
    ],
  },
  'clock-through-port': {
    flagged: [
      ['src/kernel/time.ts', 'export const now = Date.now();'],
      ['src/kernel/time.ts', 'export const read = (now = Date.now) => now();'],
      ['src/relay/claim.ts', 'export const at = new Date();'],
      ['src/guard/scan.ts', 'const started = performance.now();'],
      ['src/protocols/tasks/decide.ts', 'setTimeout(() => {}, 1000);'],
    ],
    silent: [
      ['src/kernel/time.ts', 'export const iso = (ms: number) => new Date(ms).toISOString();'],
      ['src/stores/system/clock.ts', 'export const now = () => Date.now();'],
      ['src/relay/claim.ts', 'export const at = (clock: { now(): number }) => clock.now();'],
    ],
  },
  'randomness-through-port': {
    flagged: [
      ['src/kernel/id.ts', 'const digit = Math.random();'],
      ['src/relay/claim.ts', 'const id = crypto.randomUUID();'],
      ['src/relay/claim.ts', 'const id = globalThis.crypto.getRandomValues(bytes);'],
      ['src/protocols/tasks/decide.ts', "import { createHash, randomBytes } from 'node:crypto';"],
    ],
    silent: [
      ['src/relay/claim.ts', 'const id = random.bytes(16);'],
      ['src/stores/system/random.ts', "import { randomBytes } from 'node:crypto';"],
    ],
  },
  'environment-through-port': {
    flagged: [
      ['src/kernel/config.ts', "const dir = process.env['BATON_DATA_DIR'];"],
      ['src/relay/claim.ts', 'const folder = process.cwd();'],
    ],
    silent: [
      ['src/compose.ts', 'const versions = process.versions.node;'],
      ['src/stores/process/run.ts', 'const env = process.env;'],
    ],
  },
  'authority-first': {
    flagged: [
      ['src/relay/hook/run.ts', 'await platform.processes.run({ command, args: [], timeoutMs: 1 });'],
      ['src/relay/tasks/start.ts', 'await processes.start(call);'],
      ['src/relay/notify.ts', 'await http.post({ url });'],
      ['src/stores/notify/other.ts', 'await fetch(url);'],
      ['src/stores/fs/files.ts', "spawn('sh', ['-c', text]);"],
      ['src/stores/other/db.ts', "import { Client } from 'pg';"],
    ],
    silent: [
      ['src/relay/settings/rules.ts', 'await authority.permit(request);'],
      ['src/relay/project/session.ts', 'await processes.isAlive(identity);'],
    ],
  },
  'one-error-class': {
    flagged: [
      ['src/relay/claim.ts', "throw new Error('held');"],
      ['src/stores/fs/files.ts', "throw new TypeError('path');"],
      ['src/guard/scan.ts', 'export class ScanError extends Error {}'],
    ],
    silent: [
      ['src/relay/claim.ts', "throw new BatonError('LEASE_HELD', 'held');"],
      ['src/relay/claim.ts', 'if (cause instanceof Error) throw cause;'],
    ],
  },
  'named-exports': {
    flagged: [
      ['src/relay/claim.ts', 'export default function claim() {}'],
      ['src/relay/claim.ts', 'const claim = 1;', 'export { claim as default };'],
    ],
    silent: [['src/relay/claim.ts', 'export const claim = 1;']],
  },
  'telling-names': {
    flagged: [
      ['src/kernel/utils.ts', ''],
      ['src/relay/task-helpers.ts', ''],
      ['src/kernel/common/id.ts', ''],
      ['src/stores/fs/lockManager.ts', ''],
      ['src/stores/fs/lock-manager.ts', ''],
    ],
    silent: [['src/kernel/canonical-json.ts', '']],
  },
  'one-filter': {
    flagged: [
      ['src/surfaces/cli/help.ts', "const write = (process) => process.stdout.write('text');"],
      ['src/surfaces/cli/help.ts', "const RED = '\\u001B[31m';"],
    ],
    silent: [['src/surfaces/cli/help.ts', "const show = (process) => print(process.stdout, 'text');"]],
  },
  slices: {
    flagged: [
      ['src/relay/tasks/claim.ts', 'export async function claim(platform: Platform, id: string) {}'],
      ['src/relay/tasks/claim.ts', 'export interface Source { read(platform: Platform): void }'],
    ],
    silent: [
      ['src/relay/tasks/claim.ts', "export const now = (platform: Pick<Platform, 'clock'>) => platform.clock.now();"],
    ],
  },
  'short-files': {
    flagged: [['src/kernel/long.ts', ...Array.from({ length: 401 }, (_, at) => `export const n${at} = ${at};`)]],
    silent: [
      ['src/kernel/long.ts', ...Array.from({ length: 400 }, (_, at) => `export const n${at} = ${at};`)],
      ['src/kernel/table.gen.ts', ...Array.from({ length: 900 }, (_, at) => `export const n${at} = ${at};`)],
    ],
  },
  'no-tickets-in-comments': {
    flagged: [
      ['src/relay/claim.ts', '// See BAT-142.'],
      ['src/relay/claim.ts', '/*', ' * Broken since #17. */'],
      ['src/relay/claim.ts', '/** Fix for issue 9 */'],
      ['src/relay/claim.ts', '// As PRJ-021 asks.'],
    ],
    silent: [
      [
        'src/relay/claim.ts',
        '// SHA-256 over UTF-8, as RFC 8785 and ISO-8601 ask; TASK-2026-02-09-001.',
        "const t = 'BAT-142';",
      ],
    ],
  },
};

/** What fixtures import, so that folders have the doors they have in the real tree. */
const DOORS = ['src/kernel/index.ts', 'src/kernel/errors/index.ts', 'src/stores/process/index.ts'];

function violationsOf([path, ...lines]: Case): string[] {
  const contents = Object.fromEntries(DOORS.map((door) => [door, 'export {};']));
  return findViolations(sourceTree({ ...contents, [path]: `${lines.join('\n')}\n` }), RULES).map(
    ({ rule, path: at, line }) => `${rule} ${at}:${line}`,
  );
}

test('every rule has a case that it flags and one that it leaves alone', () => {
  expect(Object.keys(CASES).sort()).toEqual(RULES.map(({ name }) => name).sort());
  for (const { flagged, silent } of Object.values(CASES)) {
    expect(flagged.length).toBeGreaterThan(0);
    expect(silent.length).toBeGreaterThan(0);
  }
});

describe.each(Object.entries(CASES))('%s', (rule, { flagged, silent }) => {
  test.each(flagged.map((each) => [each.slice(-2).join(' ⏎ '), each] as const))('flags %s', (_, each) => {
    expect(violationsOf(each)).toContain(`${rule} ${each[0]}:${Math.max(1, each.length - 1)}`);
  });

  test.each(silent.map((each) => [each.slice(-2).join(' ⏎ '), each] as const))('is silent on %s', (_, each) => {
    expect(violationsOf(each).filter((violation) => violation.startsWith(`${rule} `))).toEqual([]);
  });
});
