import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** For what a daemon does beside: the end of its start, a notice, the pass of the scheduler that follows. */
export const SETTLE_MS = 1_500;

const FLUSH = fileURLToPath(new URL('./flush-coverage.mjs', import.meta.url));

export interface Counted {
  /** Folder with V8's reports. */
  readonly coverage: string;
  readonly gitProcesses: number;
}

/** A scratch project with its own home folder, in which Baton runs from the sources of `root`. */
export class Stage {
  readonly project: string;
  readonly #root: string;
  readonly #place: string;
  readonly #gitLog: string;

  constructor(root: string) {
    this.#root = root;
    this.#place = mkdtempSync(join(tmpdir(), 'baton-house-'));
    this.project = join(this.#place, 'project');
    this.#gitLog = join(this.#place, 'git.log');
    for (const name of ['project', 'home', 'bin']) mkdirSync(join(this.#place, name));
    this.#countGit();
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true, maxRetries: 3 });
  }

  git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.project, env: this.#environment(), stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** Runs a command and returns its `data`; it is part of the preparation and is not counted. */
  ask(...args: string[]): unknown {
    return this.#run([...args, '--json'], {});
  }

  /** Runs a command and counts. */
  count(...args: string[]): Counted {
    const coverage = mkdtempSync(join(this.#place, 'coverage-'));
    const before = this.#gitCount();
    this.#run([...args, '--json'], { NODE_V8_COVERAGE: coverage });
    return { coverage, gitProcesses: this.#gitCount() - before };
  }

  /** Runs a command that stays, counts what `act` makes it do, and ends it. */
  async countWhileRunning(args: readonly string[], act: (line: string) => Promise<void>): Promise<Counted> {
    const coverage = mkdtempSync(join(this.#place, 'coverage-'));
    const flushed = join(this.#place, 'flushed');
    const child = spawn(process.execPath, [...this.#nodeArguments(['--import', pathToFileURL(FLUSH).href]), ...args], {
      cwd: this.project,
      env: this.#environment({ NODE_V8_COVERAGE: coverage, MEASURE_FLUSHED: flushed }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const line = await firstLine(child);
      await sleep(SETTLE_MS);
      await flush(child, flushed);
      // What ran until now is the start, not the request.
      rmSync(coverage, { recursive: true });
      mkdirSync(coverage);
      const before = this.#gitCount();
      await act(line);
      await flush(child, flushed);
      // It writes a last report when it ends.
      const counted = join(this.#place, 'counted');
      cpSync(coverage, counted, { recursive: true });
      return { coverage: counted, gitProcesses: this.#gitCount() - before };
    } finally {
      await end(child);
    }
  }

  #run(args: readonly string[], env: Readonly<Record<string, string>>): unknown {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...this.#nodeArguments(), ...args], {
      cwd: this.project,
      env: this.#environment(env),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`baton ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return (JSON.parse(stdout) as { data: unknown }).data;
  }

  #nodeArguments(extra: readonly string[] = []): string[] {
    const loader = pathToFileURL(join(this.#root, 'node_modules/tsx/dist/loader.mjs')).href;
    return ['--import', loader, ...extra, join(this.#root, 'src/surfaces/cli/bin.ts')];
  }

  /** The caller's variables do not reach Baton: a session of its own would change what runs. */
  #environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const home = join(this.#place, 'home');
    return {
      PATH: [join(this.#place, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      XDG_STATE_HOME: join(home, '.state'),
      XDG_CONFIG_HOME: join(home, '.config'),
      BATON_CACHE_DIR: join(home, '.cache'),
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      ...extra,
    };
  }

  /** A `git` in front of the real one on the path: it notes the call. What git starts itself does not pass here. */
  #countGit(): void {
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const script = join(this.#place, 'bin', 'git');
    writeFileSync(script, `#!/bin/sh\necho "$*" >> '${this.#gitLog}'\nexec '${real}' "$@"\n`);
    chmodSync(script, 0o755);
  }

  #gitCount(): number {
    return existsSync(this.#gitLog) ? readFileSync(this.#gitLog, 'utf8').split('\n').length - 1 : 0;
  }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout?.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    stdout?.on('end', () => reject(new Error(`ended before it was ready: ${text}`)));
  });
}

async function flush(child: ChildProcess, flushed: string): Promise<void> {
  const size = (): number => (existsSync(flushed) ? readFileSync(flushed).length : 0);
  const before = size();
  child.kill('SIGUSR2');
  for (let waited = 0; size() === before; waited += 20) {
    if (waited > 20_000) throw new Error('the process did not write its coverage');
    await sleep(20);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
