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

/** Commands that live on, replace their own process or pass its streams to a program. */
const NEED_A_PROCESS = new Set(['demo', 'mcp', 'output run', 'serve', 'tour']);

/** As part of the environment: this command needs a process, as it looks at its parents. */
export const OWN_PROCESS = { BATON_TEST_OWN_PROCESS: '1' };

/** The environment of this process while a command here has its own in its place. */
let kept: NodeJS.ProcessEnv | undefined;

export function canRunHere(args: readonly string[], { env = {}, limitMs }: RunOptions): boolean {
  if (kept !== undefined || limitMs !== undefined || process.env['BATON_TEST_PROCESSES'] === '1') return false;
  // Options of Node count when it starts.
  if ('BATON_TEST_OWN_PROCESS' in env || 'NODE_OPTIONS' in env) return false;
  return !args.some((arg, index) => NEED_A_PROCESS.has(arg) || NEED_A_PROCESS.has(`${arg} ${args[index + 1] ?? ''}`));
}

/** What a process of its own is started with. */
export const environmentFor = (options: RunOptions): NodeJS.ProcessEnv => ({
  ...(kept ?? process.env),
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  ...options.env,
});

export async function runHere(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const env = environmentFor(options);
  kept = { ...process.env };
  const stdout = new Collector();
  const stderr = new Collector();
  const own = {
    argv: [process.execPath, CLI, ...args],
    env,
    cwd: () => options.cwd ?? process.cwd(),
    stdin: Readable.from([Buffer.from(options.input ?? '')]),
    stdout,
    stderr,
    exitCode: 0,
  };
  try {
    replaceEnvironment(env);
    await loadMain()(own);
    return { code: own.exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    replaceEnvironment(kept);
    kept = undefined;
  }
}

/** Programs that a command starts get their variables from this process. */
function replaceEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined && process.env[name] !== value) process.env[name] = value;
}

const CLI = fileURLToPath(new URL('../../dist/cli/baton.cjs', import.meta.url));

let packed: ((name: string) => unknown) | undefined;

/** The entry starts at once when it is loaded; what it starts lies in a pack, under a name that it holds. */
function loadMain(): (process: object) => Promise<void> {
  const [chunk] = /[\w-]+:main-[\w-]+/.exec(readFileSync(CLI, 'utf8')) ?? [];
  if (chunk === undefined) throw new Error('the built command line names no chunk of its main function');
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
