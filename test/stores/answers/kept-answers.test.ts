import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { approveAll } from '../../support/approve-all.ts';
import { runProcess, type RunResult } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const LATER = resolve('test/stores/answers/programs/later.cjs');
const HOUR_MS = 3_600_000;

type Env = Readonly<Record<string, string | undefined>>;

interface Stage {
  readonly home: string;
  readonly root: string;
  readonly cache: string;
  readonly state: string;
  /** As a process of its own; `env` is added to that of the stage. */
  run(args: readonly string[], env?: Env): Promise<RunResult>;
  /** The files with answers. */
  kept(): string[];
}

/** A project with a handoff, made once: each test works in a copy. */
let template: string | undefined;

beforeAll(async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-answers-'));
  const root = join(home, 'project');
  mkdirSync(root);
  await call(home, ['init']);
  await call(home, ['begin', '--agent', 'ada']);
  appendFileSync(join(root, '.ai/handoff/NEXT_ACTIONS.md'), '\n- [ ] Rotate the key\n');
  await call(home, ['close', '--no-commit', '--context', 'x']);
  await call(home, ['orient', '--for', 'debug']);
  template = home;
});

afterAll(() => rmSync(template ?? '', { recursive: true, force: true }));

const call = (home: string, args: readonly string[], env: Env = {}): Promise<RunResult> =>
  runProcess(args, {
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      BATON_CACHE_DIR: join(home, 'cache'),
      NODE_OPTIONS: `--require ${LATER}`,
      NODE_V8_COVERAGE: undefined,
      XDG_CONFIG_HOME: undefined,
      XDG_STATE_HOME: undefined,
      ...env,
    },
  });

async function openStage(): Promise<Stage> {
  const home = await tempFolder();
  cpSync(template ?? '', home, { recursive: true });
  const root = join(home, 'project');
  const cache = join(home, 'cache');
  rmSync(join(cache, 'answers'), { recursive: true, force: true });
  const kept = (): string[] => {
    const folder = join(cache, 'answers');
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  };
  return { home, root, cache, state: join(root, '.ai/handoff'), run: (args, env) => call(home, args, env), kept };
}

/** Every answer that is made has a number of its own around the data, so that one that is given again can be told. */
const nonceOf = ({ stdout }: RunResult): string => /<<<BATON-DATA (\d+)/.exec(stdout)?.[1] ?? '';

const withoutNonce = (result: RunResult): RunResult => ({
  ...result,
  stdout: result.stdout.replaceAll(nonceOf(result) || '\0', 'NONCE'),
});

/** What a call says that knows of no call before it. */
const runAlone = async ({ run, home }: Stage, env: Env = {}): Promise<RunResult> =>
  withoutNonce(await run(['orient', '--read-only'], { ...env, BATON_CACHE_DIR: join(home, `cache-${Math.random()}`) }));

async function approve({ home, root }: Stage): Promise<void> {
  const platform = await composePlatform({ folder: root, environment: { HOME: home } });
  await approveAll(platform);
  await platform.close();
}

const only = ([file = '']: readonly string[]): string => file;

const editKept = (file: string, change: (text: string) => string): void => {
  const text = readFileSync(file, 'utf8');
  const copy = change(text.slice(0, text.length / 2));
  writeFileSync(file, copy + copy);
};

verifies('SUR-002', 'an answer is given again, to the byte, while nothing it was made of has changed', async () => {
  const { run, kept } = await openStage();
  const first = await run(['orient']);
  expect(nonceOf(first)).not.toBe('');
  expect(await run(['orient'])).toEqual(first);
  expect(kept()).toHaveLength(1);
  expect(statSync(only(kept())).mode & 0o777).toBe(0o600);
  expect(statSync(join(only(kept()), '..')).mode & 0o777).toBe(0o700);

  const other = await run(['orient', '--for', 'debug']);
  expect(nonceOf(other)).not.toBe(nonceOf(first));
  expect(await run(['orient', '--for', 'debug'])).toEqual(other);
  expect(nonceOf(await run(['orient', '--json']))).not.toBe(nonceOf(first));
});

verifies('SUR-002', 'the answer of status is given again, with its exit code', async () => {
  const { run, kept } = await openStage();
  const before = kept();
  const first = await run(['status']);
  const file = only(kept().filter((path) => !before.includes(path)));
  editKept(file, (text) => text.replace('Rotate the key', 'Rotate the KEY').replace('"exit":0', '"exit":1'));
  const again = await run(['status']);
  expect(again).toEqual({ ...first, code: 1, stdout: first.stdout.replace('Rotate the key', 'Rotate the KEY') });
});

verifies('SUR-002', 'a task is in the status as soon as it is there', async () => {
  const { run } = await openStage();
  const first = await run(['status']);
  expect(await run(['status'])).toEqual(first);
  await run(['task', 'new', 'Write the report']);
  const second = await run(['status']);
  expect(second.stdout).toContain('Write the report');
  await run(['task', 'new', 'Send the report']);
  expect((await run(['status'])).stdout).toContain('Send the report');
});

interface Change {
  readonly name: string;
  make(stage: Stage): unknown;
  readonly env?: Env;
}

const STATUS = 'STATUS.md';

/** Replaces the file by one that looks the same to those who only look at size and time of modification. */
function swap(path: string, edit: (text: string) => string): void {
  const { atime, mtime, size } = statSync(path);
  const text = edit(readFileSync(path, 'utf8'));
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  utimesSync(path, atime, mtime);
  expect(statSync(path)).toMatchObject({ size, mtime });
}

const CHANGES: readonly Change[] = [
  { name: 'a file is edited', make: ({ state }) => appendFileSync(join(state, STATUS), '\nThe build is red.\n') },
  {
    name: 'a file is replaced by one of the same size and time',
    make: ({ state }) => swap(join(state, 'NEXT_ACTIONS.md'), (text) => text.replace('Rotate', 'Retire')),
  },
  {
    name: 'a file is edited in place, and its time put back',
    make: ({ state }) => {
      const path = join(state, 'NEXT_ACTIONS.md');
      const { atime, mtime } = statSync(path);
      writeFileSync(path, readFileSync(path, 'utf8').replace('Rotate', 'Retire'));
      utimesSync(path, atime, mtime);
    },
  },
  { name: 'a file is added', make: ({ state }) => writeFileSync(join(state, 'NOTES.md'), '# Notes\n') },
  { name: 'a file is removed', make: ({ state }) => rmSync(join(state, STATUS)) },
  { name: 'a file can no longer be read by others', make: ({ state }) => chmodSync(join(state, STATUS), 0o600) },
  {
    name: 'a step is left unfinished',
    make: ({ state }) => mkdirSync(join(state, '.pending')),
  },
  {
    name: 'a setting of the project is written',
    make: ({ root }) => writeFileSync(join(root, 'baton.config.json'), '{"budget":300}'),
  },
  {
    name: 'a setting of the user is written',
    make: ({ home }) => {
      mkdirSync(join(home, '.config/baton'), { recursive: true });
      writeFileSync(join(home, '.config/baton/config.json'), '{"budget":300}');
    },
  },
  { name: 'a variable is set', make: () => undefined, env: { BATON_BUDGET: '300' } },
  { name: 'nobody attends', make: () => undefined, env: { BATON_UNATTENDED: '1' } },
  {
    name: 'the folder is another one under the same name',
    make: ({ root, home }) => {
      execFileSync('cp', ['-a', root, join(home, 'copy')]);
      rmSync(root, { recursive: true });
      renameSync(join(home, 'copy'), root);
    },
  },
  {
    name: 'a folder on the way becomes a symlink',
    make: ({ root }) => {
      renameSync(join(root, '.ai'), join(root, 'ai'));
      symlinkSync('ai', join(root, '.ai'));
    },
  },
  { name: 'a session begins', make: ({ run }) => run(['begin', '--agent', 'eve', '--session-id', 'sess_1']) },
];

describe('after a change the answer is the one of a call that kept nothing', () => {
  for (const { name, make, env = {} } of CHANGES) {
    verifies('SUR-002', name, async () => {
      const stage = await openStage();
      const first = await stage.run(['orient', '--read-only']);
      expect(await stage.run(['orient', '--read-only'])).toEqual(first);
      await make(stage);
      const later = await stage.run(['orient', '--read-only'], env);
      expect(nonceOf(later)).not.toBe(nonceOf(first));
      expect(withoutNonce(later)).toEqual(await runAlone(stage, env));
    });
  }
});

verifies('SUR-002', 'an answer holds until time alone would make another one', async () => {
  const { run, state } = await openStage();
  const date = new Date(Date.now() - HOUR_MS).toISOString();
  const row = `| build | verified | ${date} | 2h | test | |`;
  writeFileSync(
    join(state, 'TRUST.md'),
    `# Trust\n\n| Property | Status | Verified | TTL | Source | Expires |\n|---|---|---|---|---|---|\n${row}\n`,
  );
  const at = (laterMs: number): Promise<RunResult> => run(['orient', '--read-only'], { LATER_MS: String(laterMs) });
  await at(60_000);
  const before = await at(60_000);
  expect(before.stdout).not.toContain('verify again');
  expect(await at(0.9 * HOUR_MS)).toEqual(before);
  const after = await at(1.1 * HOUR_MS);
  expect(after.stdout).toContain('verify again: build');
  // Nor before the moment at which it was made.
  expect(await at(1.2 * HOUR_MS)).toEqual(after);
  expect((await at(0.5 * HOUR_MS)).stdout).not.toContain('verify again');
});

verifies('SUR-002', 'an answer that hangs on the day holds until midnight', async () => {
  const stage = await openStage();
  const { run, state } = stage;
  const day = new Date(Date.now() + 24 * HOUR_MS).toISOString().slice(0, 10);
  const own = { reason: 'quoted', owner: 'ada', expires: day, rule: 'inject-override', path: '.ai/handoff/STATUS.md' };
  writeFileSync(join(state, 'allow.json'), JSON.stringify({ entries: [own] }));
  await approve(stage);
  const midnightMs = Date.parse(day);
  const at = (moment: number): Promise<RunResult> =>
    run(['orient', '--read-only'], { LATER_MS: String(moment - Date.now()) });
  await at(midnightMs - 600_000);
  const before = await at(midnightMs - 500_000);
  expect(await at(midnightMs - 60_000)).toEqual(before);
  expect(nonceOf(await at(midnightMs + 60_000))).not.toBe(nonceOf(before));
});

describe('an answer is not kept', () => {
  const nothing = async (stage: Stage, env?: Env): Promise<RunResult> => {
    const first = await stage.run(['orient'], env);
    expect(nonceOf(await stage.run(['orient'], env))).not.toBe(nonceOf(first));
    return first;
  };

  test('of files that were written just now', async () => {
    const stage = await openStage();
    appendFileSync(join(stage.state, STATUS), '\nThe build is red.\n');
    await stage.run(['orient']);
    await nothing(stage, { LATER_MS: '0' });
    expect(stage.kept()).toEqual([]);
  });

  test('if something was said beside it', async () => {
    const stage = await openStage();
    writeFileSync(join(stage.root, 'baton.config.json'), '{"guard":"warn"}');
    expect((await nothing(stage)).stderr).toContain('not approved');
    await approve(stage);
    const approved = await stage.run(['orient']);
    expect(approved.stderr).toBe('');
    expect(await stage.run(['orient'])).toEqual(approved);
    await stage.run(['approve', '--revoke']);
    expect((await stage.run(['orient'])).stderr).toContain('not approved');
  });

  test('for somebody who wants every call to run', async () => {
    const stage = await openStage();
    await nothing(stage, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(stage.kept()).toEqual([]);
  });

  test('while a session holds the files: whether it lives is asked each time', async () => {
    const stage = await openStage();
    await stage.run(['begin', '--agent', 'eve', '--session-id', 'sess_1']);
    await nothing(stage);
    expect(stage.kept()).toEqual([]);
  });

  test('if a part of the project is a symlink', async () => {
    const stage = await openStage();
    renameSync(join(stage.root, '.ai'), join(stage.root, 'ai'));
    symlinkSync('ai', join(stage.root, '.ai'));
    await nothing(stage);
    expect(stage.kept()).toEqual([]);
  });

  test('in a cache folder that lies in a project, or is open to others', async () => {
    const stage = await openStage();
    const inside = join(stage.root, 'cache');
    await nothing(stage, { BATON_CACHE_DIR: inside });
    const open = join(stage.home, 'open');
    mkdirSync(join(open, 'answers'), { recursive: true });
    chmodSync(join(open, 'answers'), 0o777);
    await nothing(stage, { BATON_CACHE_DIR: open });
    expect([...readdirSync(join(inside, 'answers')), ...readdirSync(join(open, 'answers'))]).toEqual([]);
  });
});

type Harm = (file: string, stage: Stage) => void;

const HARMS: Readonly<Record<string, Harm>> = {
  'if a byte is wrong': (file) => {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 200) ^ 1, bytes.length - 200);
    writeFileSync(file, bytes);
  },
  'if it was cut short': (file) => writeFileSync(file, readFileSync(file).subarray(0, 999)),
  'if it is something else': (file) => writeFileSync(file, '{}{}'),
  'if it is nothing': (file) => writeFileSync(file, ''),
  'if others can write to it': (file) => chmodSync(file, 0o666),
  'if it is a symlink': (file, { home }) => {
    renameSync(file, join(home, 'answer.json'));
    symlinkSync(join(home, 'answer.json'), file);
  },
  'if another version of Node made it': (file) =>
    editKept(file, (text) => text.replace(JSON.stringify(process.version), '"v0.0.0"')),
};

describe('a kept answer is not believed', () => {
  test.each(Object.entries(HARMS))('%s', async (_, harm) => {
    const stage = await openStage();
    const first = await stage.run(['orient']);
    expect(await stage.run(['orient'])).toEqual(first);
    harm(only(stage.kept()), stage);
    const again = await stage.run(['orient']);
    expect(nonceOf(again)).not.toBe(nonceOf(first));
    expect(withoutNonce(again)).toEqual(withoutNonce(first));
  });
});

test('processes at once all get the answer', async () => {
  const stage = await openStage();
  const all = await Promise.all(Array.from({ length: 6 }, () => stage.run(['orient', '--read-only'])));
  const alone = await runAlone(stage);
  for (const each of all) expect(withoutNonce(each)).toEqual(alone);
  const last = await stage.run(['orient', '--read-only']);
  expect(all.map(nonceOf)).toContain(nonceOf(last));
  expect(readdirSync(join(stage.cache, 'answers'))).toHaveLength(1);
});
