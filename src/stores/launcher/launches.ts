import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Clock, Files, ProcessIdentity, Processes, RunTicket } from '../../kernel/ports/index.ts';
import { endRunMembers, findRunMembers } from '../process/index.ts';
import {
  launchFiles,
  parseIdentity,
  parseLaunchExit,
  parseLaunchRecord,
  type LaunchCall,
  type LaunchExit,
  type LaunchRecord,
} from './launch-files.ts';
import { LauncherStarter, type StartedLauncher } from './start-launcher.ts';
import { RunFolders } from './run-folders.ts';

/** What a launcher writes when there is something to do. */
const SAYING: ReadonlySet<string> = new Set(['messages.jsonl', 'exit.json']);

export interface LaunchesDeps {
  readonly files: Files;
  readonly processes: Processes;
  /** Of this machine, whatever clock tasks are dated by. */
  readonly clock: Clock;
  /** Program and first arguments; the folder of the launch is added. */
  readonly launcher: readonly string[];
  /** Holds one folder per run. */
  readonly folder: () => string;
}

export type LaunchState =
  | { readonly kind: 'absent' | 'starting' | 'unstarted' | 'unknown' }
  | { readonly kind: 'alive'; readonly agent: ProcessIdentity; readonly sinceMs: number }
  | { readonly kind: 'ended'; readonly exit: LaunchExit };

/** The programs that were started from one data dir, found again by any process that comes later. */
export class Launches {
  readonly #deps: LaunchesDeps;
  /** What this process is about to start: others must not take it for forgotten. */
  readonly #inFlight = new Set<string>();
  readonly #starter: LauncherStarter;
  readonly #watched = new RunFolders(SAYING);

  constructor(deps: LaunchesDeps) {
    this.#deps = deps;
    this.#starter = new LauncherStarter(deps.launcher);
  }

  /** Wakes when a program has said something or ended, and keeps a launcher ready. The answer ends both. */
  attend(wake: () => void): () => void {
    this.#watched.begin(wake);
    this.#starter.keepSpare();
    return () => {
      this.#watched.end();
      this.#starter.dropSpare();
    };
  }

  async prepare(ticket: RunTicket): Promise<void> {
    const { files, processes } = this.#deps;
    this.#inFlight.add(ticket.runId);
    const folder = this.#folderOf(ticket.runId);
    await files.createFolder(folder);
    this.#watched.add(ticket.runId, folder);
    const dispatcher = await processes.self();
    await files.writeAtomic(launchFiles(folder).dispatch, toText({ ...ticket, dispatcher }), { mode: 0o600 });
  }

  async start(call: LaunchCall): Promise<StartedLauncher> {
    const folder = this.#folderOf(call.runId);
    try {
      await this.#deps.files.createFolder(folder);
      await this.#deps.files.writeAtomic(launchFiles(folder).call, toText(call), { mode: 0o600 });
      const outcome = await this.#starter.start(folder);
      if (outcome.kind !== 'silent') return outcome;
      // It may still come: then it must find that it is not wanted, or is found to have started after all.
      await this.#revoke(call.runId);
      const state = await this.look(call.runId);
      if (state.kind === 'alive') return { kind: 'started', agent: state.agent };
      return state.kind === 'unstarted' ? outcome : { kind: 'failed', permanent: false, reason: outcome.reason };
    } finally {
      this.#inFlight.delete(call.runId);
    }
  }

  async look(runId: string): Promise<LaunchState> {
    const files = launchFiles(this.#folderOf(runId));
    const exit = parseLaunchExit(await this.#read(files.exit));
    if (exit !== undefined) return { kind: 'ended', exit };
    const record = parseLaunchRecord(await this.#read(files.launch));
    if (record !== undefined) return await this.#lookAt(runId, record);
    const dispatch = await this.#read(files.dispatch);
    if (dispatch === undefined) return { kind: 'absent' };
    if (await this.#isBeingStarted(runId, parseIdentity(dispatch['dispatcher']))) return { kind: 'starting' };
    // Who was about to start it is gone. From now on a launcher that comes late does nothing.
    await this.#revoke(runId);
    const settled = parseLaunchRecord(await this.#read(files.launch));
    return settled === undefined ? { kind: 'unknown' } : await this.#lookAt(runId, settled);
  }

  /** Ends the program and all it started. */
  async stop(runId: string, graceMs: number): Promise<LaunchState> {
    await this.#revoke(runId);
    const state = await this.look(runId);
    if (state.kind !== 'alive') return state;
    await endRunMembers({ leader: state.agent, runId }, graceMs);
    return await this.#waitForExit(runId);
  }

  async list(): Promise<readonly RunTicket[]> {
    const { files, folder } = this.#deps;
    const tickets: RunTicket[] = [];
    for (const { name } of await files.list(folder())) {
      const dispatch = await this.#read(launchFiles(this.#folderOf(name)).dispatch);
      const { runId, taskId, agentId, resource } = dispatch ?? {};
      if (typeof runId !== 'string' || typeof taskId !== 'string' || typeof agentId !== 'string') continue;
      this.#watched.add(runId, this.#folderOf(runId));
      tickets.push({ runId, taskId, agentId, ...(typeof resource === 'string' ? { resource } : {}) });
    }
    return tickets;
  }

  async takeMessages(runId: string, take: (text: string, number: number) => Promise<void>): Promise<void> {
    const { files } = this.#deps;
    const paths = launchFiles(this.#folderOf(runId));
    const text = await files.findText(paths.messages);
    if (text === undefined) return;
    const taken = Number((await files.findText(paths.taken)) ?? 0);
    // A line that is still being written has no end yet.
    const lines = text.split('\n').slice(0, -1);
    for (const [index, line] of lines.entries()) {
      if (index < taken) continue;
      const value = parseJson(line);
      await take(isJsonObject(value) ? String(value['text']) : '', index + 1);
      await files.writeAtomic(paths.taken, `${index + 1}\n`);
    }
  }

  async forget(runId: string): Promise<void> {
    this.#watched.remove(runId);
    const { files } = this.#deps;
    const folder = this.#folderOf(runId);
    // The ticket goes last: what is left after a crash is still found, and forgotten then.
    const names = (await files.list(folder)).map(({ name }) => name).sort((a) => (a === 'dispatch.json' ? 1 : -1));
    for (const name of names) await files.remove(join(folder, name));
    await files.remove(folder);
  }

  async #lookAt(runId: string, record: LaunchRecord): Promise<LaunchState> {
    if (record.kind === 'revoked') return { kind: 'unstarted' };
    const { agent, launcher, atMs } = record;
    const alive = { kind: 'alive', agent, sinceMs: atMs } as const;
    const isAlive = await this.#deps.processes.isAlive(agent);
    if (isAlive === undefined) return { kind: 'unknown' };
    // Its launcher may still be ending what the program left behind.
    if (isAlive || (await this.#deps.processes.isAlive(launcher)) === true) return alive;
    const exit = parseLaunchExit(await this.#read(launchFiles(this.#folderOf(runId)).exit));
    if (exit !== undefined) return { kind: 'ended', exit };
    if ((await findRunMembers({ leader: agent, runId })).length > 0) return alive;
    return await this.#concludeExit(runId);
  }

  /** The launcher was killed: how the program ended nobody can know, only that it is gone. */
  async #concludeExit(runId: string): Promise<LaunchState> {
    const { files, clock } = this.#deps;
    const paths = launchFiles(this.#folderOf(runId));
    if ((await files.stat(paths.started)) === undefined) return { kind: 'unstarted' };
    const exit: LaunchExit = {
      code: null,
      signal: null,
      atMs: clock.now(),
      timedOut: false,
      endedChildren: 0,
      leftChildren: [],
      lastOutput: '',
    };
    await this.#writeOnce(paths.exit, exit);
    return { kind: 'ended', exit: parseLaunchExit(await this.#read(paths.exit)) ?? exit };
  }

  async #waitForExit(runId: string): Promise<LaunchState> {
    for (let waitedMs = 0; waitedMs < EXIT_MS; waitedMs += POLL_MS) {
      const state = await this.look(runId);
      if (state.kind !== 'alive') return state;
      await new Promise((settle) => void setTimeout(settle, POLL_MS));
    }
    return await this.look(runId);
  }

  async #isBeingStarted(runId: string, dispatcher: ProcessIdentity | undefined): Promise<boolean> {
    if (dispatcher === undefined) return false;
    const { processes } = this.#deps;
    const self = await processes.self();
    if (dispatcher.pid === self.pid && dispatcher.started === self.started) return this.#inFlight.has(runId);
    return (await processes.isAlive(dispatcher)) === true;
  }

  async #revoke(runId: string): Promise<void> {
    const { launch } = launchFiles(this.#folderOf(runId));
    await this.#writeOnce(launch, { kind: 'revoked', atMs: this.#deps.clock.now() } satisfies LaunchRecord);
  }

  async #writeOnce(path: string, value: object): Promise<void> {
    try {
      await this.#deps.files.writeAtomic(path, toText(value), { exclusive: true, mode: 0o600 });
    } catch (error) {
      // The existing record holds; and if the folder is gone, there is nothing to decide.
      if (!isBatonError(error, 'FILE_EXISTS') && !isBatonError(error, 'FILE_NOT_FOUND')) throw error;
    }
  }

  async #read(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await this.#deps.files.findText(path);
    if (text === undefined) return undefined;
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  }

  #folderOf(runId: string): string {
    return join(this.#deps.folder(), runId);
  }
}

const EXIT_MS = 3_000;
const POLL_MS = 25;

const toText = (value: object): string => `${JSON.stringify(value)}\n`;
