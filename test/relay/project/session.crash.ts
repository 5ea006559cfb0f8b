import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { begin, close, init, lint, log, orient, recover } from '../../../src/relay/project/index.ts';
import { verifies } from '../../support/verifies.ts';

/** How many children run at once: most of their time is waiting for the disk. */
const LANES = 3;

let scratch: string;
let program: string;
let template: string;

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: scratch,
  BATON_CACHE_DIR: join(scratch, 'cache'),
  GIT_CONFIG_NOSYSTEM: '1',
});

const open = (folder: string) => composePlatform({ folder, environment: environment() });
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, env: environment() }).toString().trim();

/** A project with eleven entries, so that closing rotates the log, and one handoff behind it. */
beforeAll(async () => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'baton-crash-')));
  template = join(scratch, 'template');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', template]);
  git(template, 'config', 'user.name', 'Ada');
  git(template, 'config', 'user.email', 'ada@example.org');
  const platform = await open(template);
  await init(platform, { git: false, agentsMd: false });
  await begin(platform, { agent: 'old', sessionId: 'old' });
  for (let count = 0; count < 10; count += 1)
    await log(platform, { title: `Old entry ${count}`, body: 'Old.', sessionId: 'old' });
  await close(platform, { tag: false, commit: true, context: 'Old context.', sessionId: 'old' });
  await platform.close();
  program = join(process.cwd(), 'node_modules', '.baton-crash', 'programs', `run-session-${process.pid}.mjs`);
  const bundle = await rolldown({
    input: 'test/relay/project/programs/run-session.ts',
    platform: 'node',
    // As the command line is built.
    resolve: { mainFields: ['module', 'main'] },
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  rmSync(program, { force: true });
});

interface Run {
  readonly folder: string;
  readonly promised: readonly string[];
  readonly changes: number;
  readonly kinds: string;
}

let copies = 0;

/** Runs the session in a copy of the template, killed at that change. */
async function runSession(stop: number, side: 'before' | 'behind'): Promise<Run> {
  const folder = join(scratch, `copy-${(copies += 1)}`);
  cpSync(template, folder, { recursive: true });
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [program, folder, String(stop), side],
      { env: environment() },
      (_error, output, errors) => {
        if (errors !== '' && stop === 0) reject(new Error(errors));
        else resolve(output);
      },
    );
  });
  const lines = stdout.split('\n');
  const find = (name: string): string =>
    lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  return {
    folder,
    promised: lines.flatMap((line) => (line.startsWith('promised ') ? [line.slice('promised '.length)] : [])),
    changes: Number(find('changes')),
    kinds: find('kinds'),
  };
}

/** Everything below a folder as one text: bytes that are anywhere are in it. */
function allBytes(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** What the next session finds: the old complete state or the new one, with every promised byte still there. */
async function judge({ folder, promised }: Run, action: 'restore' | 'salvage'): Promise<'old' | 'new'> {
  const platform = await open(folder);
  const first = await orient(platform, { kind: 'first', readOnly: true });
  expect(['normal', 'recovery', 'idle']).toContain(first.mode);
  const result = await recover(platform, { action });
  for (const bytes of promised.filter((each) => each.startsWith('Bytes'))) {
    const places = [join(folder, '.ai/handoff'), ...result.kept.map((path) => join(folder, path, '..'))];
    expect(places.map(allBytes).join('\n')).toContain(bytes);
  }
  const after = await orient(platform, { kind: 'first', readOnly: true });
  const checks = after.health.filter(({ step }) => step <= 4);
  expect({ mode: after.mode === 'recovery', checks: checks.filter(({ ok }) => !ok) }).toEqual({
    mode: false,
    checks: [],
  });
  expect((await lint(platform)).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(git(folder, 'status', '--porcelain')).toBe('');
  expect(
    readdirSync(join(folder, '.ai/handoff')).filter((name) => name === '.pending' || name === 'HANDOFF.lock'),
  ).toEqual([]);
  const isNew =
    result.state !== 'recovered' &&
    readFileSync(join(folder, '.ai/handoff/MANIFEST.json'), 'utf8').includes('"Closed."');
  if (promised.includes('close')) expect(isNew).toBe(true);
  const files = allBytes(join(folder, '.ai/handoff'));
  for (let count = 0; count < 10; count += 1)
    expect(files.split(`old: Old entry ${count}\n`).length).toBeGreaterThanOrEqual(2);
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
  return isNew ? 'new' : 'old';
}

describe('a session that is killed', () => {
  verifies(
    'PRJ-073',
    'at every write, rename, unlink and git call ends in the old or the new complete state, and no byte is lost',
    async () => {
      const whole = await runSession(0, 'before');
      expect(whole.promised.at(-1)).toBe('close');
      expect(whole.changes).toBeGreaterThan(50);
      for (const kind of [
        'write',
        'rename',
        'unlink',
        'link',
        'mkdir',
        'rmdir',
        'git hash-object',
        'write trees',
        'git commit-tree',
        'git update-ref',
        'git update-index',
      ]) {
        expect(whole.kinds).toContain(kind);
      }
      expect(await judge(whole, 'restore')).toBe('new');
      const points = Array.from({ length: whole.changes }, (_, index) => index + 1);
      const ends: ('old' | 'new')[] = [];
      const work = async (): Promise<void> => {
        for (let point = points.shift(); point !== undefined; point = points.shift()) {
          const run = await runSession(point, point % 2 === 0 ? 'before' : 'behind');
          ends.push(await judge(run, point % 3 === 0 ? 'salvage' : 'restore'));
        }
      };
      await Promise.all(Array.from({ length: LANES }, work));
      expect(ends).toHaveLength(whole.changes);
      expect(new Set(ends)).toEqual(new Set(['old', 'new']));
    },
  );
});
