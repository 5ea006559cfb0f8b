import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { composePlatform } from '../../src/compose.ts';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { init } from '../../src/relay/project/index.ts';
import { runBaton, type RunResult } from './run-baton.ts';

/** One cache for all tests, so that the tokenizer is loaded once per text and not once per test. */
const CACHE = join(tmpdir(), 'baton-test-cache');

/** A real project in a real repository, removed when the test ends. */
export interface TestProject {
  readonly root: string;
  /** A new platform at this moment of the clock; the real one by default. */
  platform(options?: { nowMs?: number; env?: Record<string, string> }): Promise<Platform>;
  baton(
    args: readonly string[],
    options?: { env?: Record<string, string | undefined>; input?: string },
  ): Promise<RunResult>;
  data(
    args: readonly string[],
    options?: { env?: Record<string, string | undefined>; input?: string },
  ): Promise<Record<string, unknown>>;
  git(...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  /** Of `.ai/handoff`. */
  file(name: string): string;
}

const ENV = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => (/^(GIT_|BATON_)/.test(name) ? [[name, undefined]] : [])),
);

export async function testProject(options: { git?: boolean; init?: boolean } = {}): Promise<TestProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-project-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return openProject(root, options);
}

/** The same in a folder that is there already and stays. */
async function openProject(root: string, options: { git?: boolean; init?: boolean } = {}): Promise<TestProject> {
  const env = { ...ENV, BATON_CACHE_DIR: CACHE, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  const project: TestProject = {
    root,
    git,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    file: (name) => readFileSync(join(root, '.ai/handoff', name), 'utf8'),
    baton: (args, more = {}) => runBaton(args, { cwd: root, ...more, env: { ...env, ...more.env } }),
    async data(args, more = {}) {
      const { stdout, stderr } = await project.baton([...args, '--json'], more);
      const envelope = JSON.parse(stdout) as { data?: Record<string, unknown> };
      if (envelope.data === undefined) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
      return envelope.data;
    },
    async platform({ nowMs, env: more = {} } = {}) {
      const environment = { ...process.env, ...env, ...more };
      const platform = await composePlatform({ folder: root, environment });
      onTestFinished(() => platform.close());
      return nowMs === undefined ? platform : at(platform, nowMs);
    },
  };
  if (options.git !== false) makeRepository(project);
  if (options.init !== false) await init(await project.platform(), { git: false, agentsMd: false });
  return project;
}

interface KeptFile {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** `.git` after the first commit, as the first project had it; its index is of the files it stood beside. */
let afterFirstCommit: readonly KeptFile[] | undefined;

/** Made by git once and copied from then on: calls of git were half the time of a short test. */
function makeRepository({ root, git, write }: TestProject): void {
  write('code.txt', 'one\n');
  if (afterFirstCommit !== undefined) {
    for (const { path, mode, bytes } of afterFirstCommit) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes, { mode });
    }
    git('reset', '--quiet');
    return;
  }
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  afterFirstCommit = readdirSync(join(root, '.git'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('.git', name))
    .filter((path) => path !== join('.git', 'index') && statSync(join(root, path)).isFile())
    .map((path) => ({ path, mode: statSync(join(root, path)).mode, bytes: readFileSync(join(root, path)) }));
}

/** The same platform with its clock standing still. */
const at = (platform: Platform, nowMs: number): Platform =>
  Object.create(platform, { clock: { value: { now: () => nowMs } } }) as Platform;
