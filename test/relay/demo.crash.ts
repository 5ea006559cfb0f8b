import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CLI, runBaton, type RunResult } from '../support/run-baton.ts';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { verifies } from '../support/verifies.ts';

interface Played {
  readonly ok: boolean;
  readonly trace_id: string;
  readonly acts: readonly { readonly title: string; readonly ok: boolean; readonly says: string }[];
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly found: string }[];
  readonly tokens: readonly { readonly what: string; readonly full: number; readonly sent: number }[];
}

/** Played once; the tests look at it from several sides. */
let base: string;
let folder: string;
let result: RunResult;
let played: Played;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'baton-demo-test-')));
  folder = join(base, 'demo');
  result = await runBaton(['demo', '--dir', folder, '--json']);
  played = (JSON.parse(result.stdout) as { data: Played }).data;
}, 120_000);

afterAll(() => rm(base, { recursive: true, force: true }));

describe('the demo', () => {
  verifies('CMD-003', 'plays every act, and the reader finds the same story', () => {
    expect(played.acts.filter(({ ok }) => !ok)).toEqual([]);
    expect(played.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(played).toMatchObject({ ok: true });
    expect(result.code).toBe(0);
    expect(played.acts).toHaveLength(15);
    expect(played.checks).toHaveLength(17);
  });

  verifies('CMD-003', 'measures what was saved', () => {
    for (const { full, sent } of played.tokens) {
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(full);
    }
  });

  verifies(
    'SUR-065',
    'ends with a status, a next action, tasks in every state, a trace and named commits',
    async () => {
      const status = readFileSync(join(folder, '.ai/handoff/STATUS.md'), 'utf8');
      expect(status).toContain('A name has to wait after five failed logins');
      expect(status).toMatch(/\*\*Commit after:\*\* [0-9a-f]{7}/);
      const shown = await runBaton(['status'], { cwd: folder });
      expect(shown.stdout).toMatch(/^Tasks +1 blocked, 1 review, 2 done$/m);
      expect(shown.stdout).toMatch(/^Next +Limit failed logins by address$/m);
      const oriented = await runBaton(['orient'], { cwd: folder });
      expect(oriented.stdout).not.toMatch(/Nothing is recorded yet|nothing to do/);
      const { stdout } = await promisify(execFile)('git', ['-C', folder, 'log', '--format=%s']);
      expect(stdout.trim().split('\n')).toEqual([
        expect.stringContaining('Failed logins are limited and tested.'),
        'Limit failed logins',
        'A project, a team, and Baton',
      ]);
    },
  );

  test('tells its progress on standard error, and nothing but the result on standard output', () => {
    expect(result.stderr).toContain('The engineer is killed');
    expect(JSON.parse(result.stdout)).toHaveProperty('schema_version', 1);
  });
});

verifies(
  'SUR-061',
  'on a terminal the demo ends below its acts, within the width, and not in a pager',
  async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), 'baton-demo-test-')));
    const env = { CI: undefined, TERM: 'xterm', PAGER: "sed 's/^/paged /'" };
    const { code, stdout } = await runOnTerminal(['demo'], { cwd, rows: 24, types: [], env, limitMs: 150_000 });
    await rm(cwd, { recursive: true, force: true });
    expect(code).toBe(0);
    expect(stdout).not.toContain('paged ');
    expect(stdout).toContain('The story holds');
    // Progress is drawn over itself: of a line, what follows the last return is seen.
    const lines = stdout.split('\r\n').map((line) => line.slice(line.lastIndexOf('\r') + 1).replaceAll('\u001B[K', ''));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
  { timeout: 180_000 },
);

/** What was told, as the demo gives it to the reader. */
function readTelling(): Record<string, unknown> {
  const says = (title: string): string => played.acts.find((act) => act.title.startsWith(title))?.says ?? '';
  const events = readEvents();
  const task = /TASK-\S+(?=,)/.exec(says('A task'))?.[0] ?? '';
  const runs = events
    .filter(({ type, taskId }) => type === 'lease.acquired' && taskId === task)
    .map(({ runId }) => runId);
  return {
    task,
    trace_id: played.trace_id,
    killed_run: runs[0],
    second_run: runs[1],
    child: /^TASK-\S+/.exec(says('Testing is handed on'))?.[0],
    handoff_id: /record as (\S+)/.exec(says('Testing is handed on'))?.[1],
    refused_target: /^(\S+) refused/.exec(says('Testing is handed to the wrong'))?.[1],
    suggested_target: /(\S+) suggested/.exec(says('Testing is handed to the wrong'))?.[1],
    guard_rule: /by (\S+)/.exec(says('A found page'))?.[1],
    review: /^(TASK-\S+) is to be reviewed/.exec(says('Two more'))?.[1],
    question: /(TASK-\S+) asks a question/.exec(says('Two more'))?.[1],
    commit: /commit (\S+),/.exec(says('The project'))?.[1],
    tag: /tag (\S+)/.exec(says('The project'))?.[1],
    audit_entries: Number(/^(\d+)/.exec(says('The audit'))?.[1]),
    tampered_at: Number(/entry (\d+)/.exec(says('The audit'))?.[1]),
    trace_kinds: /events: (.*)$/.exec(says('One trace'))?.[1]?.split(', '),
  };
}

const readEvents = (): { type: string; taskId?: string; runId?: string }[] =>
  readFileSync(join(folder, '.baton/journal/tasks.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { events: { type: string }[] }).events);

const READER = fileURLToPath(new URL('../../demo/read-story.mjs', import.meta.url));

async function readBack(where: string, telling: Record<string, unknown>): Promise<string[]> {
  const running = promisify(execFile)(process.execPath, [READER, where]);
  running.child.stdin?.end(JSON.stringify(telling));
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  const { checks } = JSON.parse(stdout) as Pick<Played, 'checks'>;
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

describe('the reader', () => {
  /** A copy of the folder in which somebody changed one file. */
  const tamper = (name: string, path: string, change: (text: string) => string): string => {
    const copy = join(base, name);
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')));
    return copy;
  };

  test('finds nothing in the folder as it was played', async () => {
    expect(await readBack(folder, readTelling())).toEqual([]);
  });

  verifies('CMD-003', 'sees any difference between what was told and what is there', async () => {
    const telling = readTelling();
    const other = { killed_run: '01HZZZZZZZZZZZZZZZZZZZZZZZ', refused_target: 'domain-01-product', audit_entries: 99 };
    for (const [key, value] of Object.entries(other))
      expect(await readBack(folder, { ...telling, [key]: value })).not.toEqual([]);
  });

  test('sees a changed audit log', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const path = `.baton/audit/handoff-log-${today}-001.jsonl`;
    const copy = tamper('audit', path, (text) => text.replace('handoff.accepted', 'handoff.acceptee'));
    expect(await readBack(copy, readTelling())).toContain('audit chain');
  });

  test('sees a changed journal', async () => {
    const copy = tamper('journal', '.baton/journal/tasks.jsonl', (text) =>
      text.replaceAll('"to":"review"', '"to":"done"'),
    );
    expect(await readBack(copy, readTelling())).toContain('moves');
  });
});

describe('a demo that is ended early', () => {
  test('leaves no daemon, no agent and no folder', async () => {
    const temp = join(base, 'tmp');
    mkdirSync(temp);
    const demo = spawn(process.execPath, [CLI, 'demo'], { env: { ...process.env, TMPDIR: temp } });
    let told = '';
    demo.stderr.on('data', (piece: Buffer) => (told += piece.toString('utf8')));
    const closed = once(demo, 'close');
    await vi.waitUntil(() => told.includes('The engineer is briefed'), { timeout: 60_000 });
    const programs = processesWith(temp);
    demo.kill('SIGINT');
    // npm passes the terminal's signal on: the second one is the same wish.
    demo.kill('SIGINT');
    expect((await closed)[0]).toBe(1);
    expect(programs.length).toBeGreaterThan(0);
    // What a killed agent had called ends by itself, a moment later.
    await vi.waitFor(() => expect(processesWith(temp)).toEqual([]), { timeout: 10_000 });
    expect(readdirSync(temp)).toEqual([]);
  });
});

/** The programs that work in or below a place. */
const processesWith = (place: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(place);
    } catch {
      return false;
    }
  });
