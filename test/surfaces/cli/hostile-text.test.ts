/** Control characters of content, through every command there is, in text, in JSON and in errors. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../../src/surfaces/cli/command.ts';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { main } from '../../../src/surfaces/cli/main.ts';
import { control, escapeControls, toJson, toTerminal, visibleLength } from '../../../src/surfaces/cli/terminal.ts';
import { verifies } from '../../support/verifies.ts';
import { FakeProcess } from './fake-process.ts';

/** Title, clear screen, C1, bidi override, invisible tag, DEL, bell, carriage return. */
const HOSTILE = 'x\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Eevil\u{E0041}\u007F\ry';
const RAW = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;

/** They stay until they are stopped; with an operand too many they answer at once. */
const STAYING = new Set(['serve', 'watch', 'board', 'mcp', 'demo']);

let root: string;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-hostile-text-')));
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '--quiet');
  write(
    '.ai/handoff/MANIFEST.json',
    JSON.stringify({
      aahp_version: '2.0',
      project: HOSTILE,
      last_session: { agent: HOSTILE, timestamp: '2026-01-01T00:00:00Z', commit: HOSTILE, phase: 'idle' },
      files: { [`${HOSTILE}.md`]: { checksum: HOSTILE, updated: HOSTILE, lines: 1, summary: HOSTILE } },
      quick_context: HOSTILE,
      token_budget: {},
      [HOSTILE]: HOSTILE,
    }),
  );
  write('.ai/handoff/STATUS.md', `# Status ${HOSTILE}\n\n<!-- SECTION: ${HOSTILE} -->\n${HOSTILE}\n`);
  write('.ai/handoff/NEXT_ACTIONS.md', `# Next\n\n## T-001: ${HOSTILE}\n\n- [ ] ${HOSTILE}\n`);
  write('.ai/handoff/LOG.md', `# Log\n\n## [2026-01-01] ${HOSTILE}: ${HOSTILE}\n\n${HOSTILE}\n`);
  write(
    '.ai/handoff/TRUST.md',
    `| Property | Status | Verified | TTL | Expires |\n|---|---|---|---|---|\n| ${HOSTILE} | verified | ${HOSTILE} | ${HOSTILE} | never |\n`,
  );
  write(`.ai/handoff/${HOSTILE.replaceAll('/', '')}.md`, HOSTILE);
  write('.ai/handoff/.aiignore', `(((${HOSTILE}\n`);
  write('.ai/handoff/allow.json', JSON.stringify({ version: 1, entries: [{ rule: HOSTILE, reason: HOSTILE }] }));
  write(
    '.baton/tasks/ready/TASK-2026-01-01-001.md',
    `---\nschemaVersion: 1\nid: TASK-2026-01-01-001\ntitle: ${JSON.stringify(HOSTILE)}\nstatus: ready\nrouting: { agent: ${JSON.stringify(HOSTILE)} }\n---\n${HOSTILE}\n`,
  );
  write('.baton/tasks/ready/TASK-2026-01-01-002.md', `---\n${HOSTILE}: [\n---\n`);
  write('.baton/agents.json', JSON.stringify({ agents: [{ id: HOSTILE, executor: HOSTILE }] }));
  write('document.json', JSON.stringify({ handoff: { version: HOSTILE, [HOSTILE]: HOSTILE } }));
  git('add', '--all');
  git('-c', `user.name=${HOSTILE}`, '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', HOSTILE);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(line: readonly string[]): Promise<string> {
  const process = new FakeProcess(line, { BATON_DEBUG: '1' }, root);
  await main(process.asNode());
  const { stdout, stderr } = process.result();
  return `${stdout}${stderr}`;
}

/** The command as it is meant, and with hostile text wherever it takes any. */
function linesOf(path: string, command: Command): string[][] {
  const words = path.split(' ');
  const least = Array.from({ length: command.takes[0] }, () => HOSTILE);
  const tooMany = [...words, ...Array.from({ length: Math.min(command.takes[1], 3) + 1 }, () => HOSTILE)];
  const flags = Object.entries(command.flags)
    .filter(([, { kind }]) => kind !== 'switch')
    .map(([name]) => [...words, ...least, `--${name}`, HOSTILE]);
  const unknown = [...words, `--${HOSTILE}`];
  if (STAYING.has(path)) return [tooMany, unknown];
  return [
    [...words, ...least],
    [...words, 'document.json'],
    [...words, 'TASK-2026-01-01-001'],
    [...words, '.ai/handoff/STATUS.md', HOSTILE],
    tooMany,
    unknown,
    ...flags,
  ];
}

describe.each(COMMANDS.map((entry) => [entry.path, entry] as const))('baton %s', (path, entry) => {
  verifies('SEC-010', 'prints no raw control character, whatever its arguments and the project hold', async () => {
    for (const line of linesOf(path, await entry.load())) {
      for (const more of [[], ['--json']]) {
        const printed = await run([...line, ...more]);
        expect({ line, found: RAW.exec(printed)?.[0] }).toEqual({ line, found: undefined });
      }
    }
  });
});

describe('the filter', () => {
  test('shows what it stops, and lets colours of its own pass', () => {
    expect(escapeControls(HOSTILE)).toBe(
      'x\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202eevil\\udb40\\udc41\\u007f\\u000dy',
    );
    expect(toTerminal(`${control('31m')}red\u001B[31m${control('39m')}\r\n\tend`)).toBe(
      '\u001B[31mred\\u001b[31m\u001B[39m\n\tend',
    );
    expect(visibleLength(`${control('31m')}red${control('39m')}`)).toBe(3);
  });

  test('keeps the value of JSON', () => {
    const json = toJson({ [HOSTILE]: HOSTILE });
    expect(RAW.test(json)).toBe(false);
    expect(JSON.parse(json)).toEqual({ [HOSTILE]: HOSTILE });
  });
});
