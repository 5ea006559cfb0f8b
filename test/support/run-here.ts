/** The built command line inside this process: its own arguments, environment, folder and streams. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createPackedRequire } from '../../src/stores/packs/packed-require.ts';

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** Ends a command that would run on, such as a server; its code is null then. */
  readonly limitMs?: number;
}

/** Commands that live on, start programs that look at their parents, or replace their own process. */
const NEED_A_PROCESS = new Set(['board', 'demo', 'hook', 'mcp', 'output', 'serve', 'task', 'tick', 'tour']);

/** Variables that a command reads through its platform alone, so that they need not be those of this process. */
const READ_BY_PLATFORM = new Set(['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'BATON_CACHE_DIR', 'BATON_GUARD']);

/** As part of the environment: this command needs a process, as it looks at its parents. */
export const OWN_PROCESS = { BATON_TEST_OWN_PROCESS: '1' };

let isBusy = false;

export function canRunHere(args: readonly string[], { env = {}, limitMs }: RunOptions): boolean {
  if (isBusy || limitMs !== undefined || process.env['BATON_TEST_PROCESSES'] === '1') return false;
  if (args.some((arg) => NEED_A_PROCESS.has(arg))) return false;
  return Object.entries(env).every(([name, value]) => READ_BY_PLATFORM.has(name) || process.env[name] === value);
}

export async function runHere(args: readonly string[], options: RunOptions): Promise<RunResult> {
  isBusy = true;
  const stdout = new Collector();
  const stderr = new Collector();
  const own = {
    argv: [process.execPath, CLI, ...args],
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...options.env },
    cwd: () => options.cwd ?? process.cwd(),
    stdin: Readable.from([Buffer.from(options.input ?? '')]),
    stdout,
    stderr,
    exitCode: 0,
  };
  try {
    await loadMain()(own);
    return { code: own.exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    isBusy = false;
  }
}

const CLI = fileURLToPath(new URL('../../dist/cli/baton.cjs', import.meta.url));

let packed: ((name: string) => unknown) | undefined;

/** The entry starts at once when it is loaded; what it starts lies in a pack, under a name that it holds. */
function loadMain(): (process: object) => Promise<void> {
  const [chunk = ''] = /common:main-[\w-]+/.exec(readFileSync(CLI, 'utf8')) ?? [];
  const packs = { folder: dirname(CLI), filename: CLI, id: '', entry: {} };
  packed ??= createPackedRequire(createRequire(CLI), packs, { find: () => undefined, add: () => undefined });
  return (packed(chunk) as { readonly main: (process: object) => Promise<void> }).main;
}

class Collector extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}
