import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Files, ProcessIdentity } from '../../kernel/ports/index.ts';
import { watchFolders } from '../fs/index.ts';

/** What a launcher is asked to do; `call.json` of its folder. */
export interface LaunchCall {
  readonly runId: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Added to the environment of the launcher. */
  readonly env: Readonly<Record<string, string>>;
  /** Becomes standard input; absent: there is none. */
  readonly inputPath?: string;
  readonly outputPath: string;
  /** Of what is printed, so much of the beginning and so much of the end is kept. */
  readonly headBytes: number;
  readonly tailBytes: number;
  /** After it the whole process group is ended. */
  readonly timeoutMs?: number;
  /** Between the polite signal and the one that cannot be ignored. */
  readonly graceMs: number;
  /** Background processes may outlive the program that started them. */
  readonly leaveChildren: boolean;
}

/** Whether the program of a run may run: the first process to write `launch.json` decides it for good. */
export type LaunchRecord =
  | {
      readonly kind: 'launched';
      readonly launcher: ProcessIdentity;
      /** Leads a process group of its own, whose number is its process id. */
      readonly agent: ProcessIdentity;
      /** By the clock of this machine, in milliseconds. */
      readonly atMs: number;
    }
  | { readonly kind: 'revoked'; readonly atMs: number };

/** How the program of a run ended; `exit.json`, written when nothing of its process group is left. */
export interface LaunchExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly atMs: number;
  readonly timedOut: boolean;
  /** Processes that outlived the program and were ended. */
  readonly endedChildren: number;
  /** Those that were left running on request. */
  readonly leftChildren: readonly number[];
  /** The last lines it printed. */
  readonly lastOutput: string;
}

/** The first word of the launcher to the process that started it, on standard output. */
export type LaunchAnswer =
  | { readonly kind: 'started'; readonly agent: ProcessIdentity }
  | { readonly kind: 'failed'; readonly permanent: boolean; readonly reason: string }
  | { readonly kind: 'revoked' };

/** The files of one launch. The folder is there before the task is claimed and goes when the run is over. */
export const launchFiles = (folder: string) => ({
  dispatch: join(folder, 'dispatch.json'),
  call: join(folder, 'call.json'),
  launch: join(folder, 'launch.json'),
  /** Made by the program's own process just before it becomes the program. */
  started: join(folder, 'started'),
  exit: join(folder, 'exit.json'),
  messages: join(folder, 'messages.jsonl'),
  /** How many of them were taken. */
  taken: join(folder, 'taken'),
});

export function parseLaunchCall(value: unknown): LaunchCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const { runId, command, args, cwd, env, inputPath, outputPath, headBytes, tailBytes, timeoutMs, graceMs } = value;
  if (typeof runId !== 'string' || typeof command !== 'string' || !isTextList(args)) return undefined;
  if (typeof cwd !== 'string' || typeof outputPath !== 'string' || !isTextTable(env)) return undefined;
  if (typeof headBytes !== 'number' || typeof tailBytes !== 'number' || typeof graceMs !== 'number') return undefined;
  return {
    runId,
    command,
    args,
    cwd,
    env,
    outputPath,
    headBytes,
    tailBytes,
    graceMs,
    leaveChildren: value['leaveChildren'] === true,
    ...(typeof inputPath === 'string' ? { inputPath } : {}),
    ...(typeof timeoutMs === 'number' ? { timeoutMs } : {}),
  };
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isTextTable = (value: unknown): value is Record<string, string> =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');

export function parseLaunchRecord(value: unknown): LaunchRecord | undefined {
  if (!isJsonObject(value) || typeof value['atMs'] !== 'number') return undefined;
  const { kind, atMs } = value;
  if (kind === 'revoked') return { kind, atMs };
  const launcher = parseIdentity(value['launcher']);
  const agent = parseIdentity(value['agent']);
  if (kind !== 'launched' || launcher === undefined || agent === undefined) return undefined;
  return { kind, launcher, agent, atMs };
}

export function parseLaunchExit(value: unknown): LaunchExit | undefined {
  if (!isJsonObject(value) || typeof value['atMs'] !== 'number') return undefined;
  const { code, signal, atMs, timedOut, endedChildren, leftChildren, lastOutput } = value;
  return {
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
    atMs,
    timedOut: timedOut === true,
    endedChildren: typeof endedChildren === 'number' ? endedChildren : 0,
    leftChildren: Array.isArray(leftChildren) ? leftChildren.filter((pid) => typeof pid === 'number') : [],
    lastOutput: typeof lastOutput === 'string' ? lastOutput : '',
  };
}

export function parseLaunchAnswer(value: unknown): LaunchAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, permanent, reason } = value;
  if (kind === 'revoked') return { kind };
  if (kind === 'failed') return { kind, permanent: permanent === true, reason: String(reason) };
  const agent = parseIdentity(value['agent']);
  return kind === 'started' && agent !== undefined ? { kind, agent } : undefined;
}

export function parseIdentity(value: unknown): ProcessIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { pid, host, started } = value;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
}

/** Watches the folders of runs for the files that matter, while somebody wants to know. */
export class RunFolders {
  readonly #names: ReadonlySet<string>;
  readonly #watchers = new Map<string, { close(): void }>();
  #wake: (() => void) | undefined;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  begin(wake: () => void): void {
    this.#wake = wake;
  }

  end(): void {
    this.#wake = undefined;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  add(runId: string, folder: string): void {
    if (this.#wake === undefined || this.#watchers.has(runId)) return;
    const watcher = watchFolders([folder], (_folder, name) => {
      if (this.#names.has(name)) this.#wake?.();
    });
    this.#watchers.set(runId, watcher);
  }

  remove(runId: string): void {
    this.#watchers.get(runId)?.close();
    this.#watchers.delete(runId);
  }
}

/** The records of a launch: small JSON files that are written once. */
export class RecordFiles {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  async writeOnce(path: string, value: object): Promise<void> {
    try {
      await this.#files.writeAtomic(path, toText(value), { exclusive: true, mode: 0o600 });
    } catch (error) {
      // The existing record holds; and if the folder is gone, there is nothing to decide.
      if (!isBatonError(error, 'FILE_EXISTS') && !isBatonError(error, 'FILE_NOT_FOUND')) throw error;
    }
  }

  async read(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await this.#files.findText(path);
    if (text === undefined) return undefined;
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  }
}

export const toText = (value: object): string => `${JSON.stringify(value)}\n`;

const TRIES = 20;
const PAUSE_MS = 25;

/** Removes the folder of a launch, also if another process removes it too or its launcher still writes into it. */
export async function removeLaunch(files: Files, folder: string): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await removeFolder(files, folder);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      if ((await files.stat(folder)) === undefined) return;
      if (left === 1) throw error;
      await new Promise((settle) => void setTimeout(settle, PAUSE_MS));
    }
  }
}

/** The ticket goes last: what is left after a crash is still found, and forgotten then. */
async function removeFolder(files: Files, folder: string): Promise<void> {
  const names = (await files.list(folder)).map(({ name }) => name).sort((a) => (a === 'dispatch.json' ? 1 : -1));
  for (const name of names) await files.remove(join(folder, name));
  await files.remove(folder);
}
