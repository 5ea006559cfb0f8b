import { isOwnRecord } from '../../kernel/authority/index.ts';
import { given } from '../../kernel/given.ts';
import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Clock, Files, Processes, ProcessIdentity, RunTicket, Seals } from '../../kernel/ports/index.ts';
import { endRunMembers, findRunMembers } from '../process/index.ts';
import {
  launchFiles,
  parseIdentity,
  parseLaunchExit,
  parseLaunchRecord,
  RecordFiles,
  removeLaunch,
  RunFolders,
  toText,
  type LaunchCall,
  type LaunchExit,
  type LaunchRecord,
} from './launch-files.ts';
import { LauncherStarter, type StartedLauncher } from './start-launcher.ts';

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
  /** What is noted of a run counts only if this installation began it. */
  readonly seals: Pick<Seals, 'seal' | 'isOurs' | 'isTracked'>;
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
  /** Runs whose mark was seen to be of this installation. */
  readonly #own = new Set<string>();
  readonly #starter: LauncherStarter;
  readonly #watched = new RunFolders(SAYING);
  readonly #records: RecordFiles;

  constructor(deps: LaunchesDeps) {
    this.#deps = deps;
    this.#starter = new LauncherStarter(deps.launcher);
    this.#records = new RecordFiles(deps.files);
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
    this.#inFlight.add(ticket.runId);
    await this.#note(ticket.runId, { ...ticket, dispatcher: await this.#deps.processes.self() });
  }

  /** With the mark of this installation. */
  async #note(runId: string, ticket: object): Promise<void> {
    const { files, seals } = this.#deps;
    const folder = this.#folderOf(runId);
    await files.createFolder(folder);
    this.#watched.add(runId, folder);
    const mark = await seals.seal(PURPOSE, runId);
    const noted = { runId, ...ticket, ...given({ mark }) };
    await files.writeAtomic(launchFiles(folder).dispatch, toText(noted), { mode: 0o600 });
  }

  async start(call: LaunchCall): Promise<StartedLauncher> {
    const folder = this.#folderOf(call.runId);
    try {
      if (!this.#inFlight.has(call.runId)) await this.#note(call.runId, {});
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
    const origin = await this.#originOf(runId);
    if (origin !== 'ours') return { kind: origin };
    const files = launchFiles(this.#folderOf(runId));
    const exit = parseLaunchExit(await this.#records.read(files.exit));
    if (exit !== undefined) return { kind: 'ended', exit };
    const record = parseLaunchRecord(await this.#records.read(files.launch));
    if (record !== undefined) return await this.#lookAt(runId, record);
    const dispatch = await this.#records.read(files.dispatch);
    if (dispatch === undefined) return { kind: 'absent' };
    if (await this.#isBeingStarted(runId, parseIdentity(dispatch['dispatcher']))) return { kind: 'starting' };
    // Who was about to start it is gone. From now on a launcher that comes late does nothing.
    await this.#revoke(runId);
    const settled = parseLaunchRecord(await this.#records.read(files.launch));
    return settled === undefined ? { kind: 'unknown' } : await this.#lookAt(runId, settled);
  }

  /** Ends the program and all it started. */
  async stop(runId: string, graceMs: number): Promise<LaunchState> {
    const origin = await this.#originOf(runId);
    if (origin !== 'ours') return { kind: origin };
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
      const dispatch = await this.#records.read(launchFiles(this.#folderOf(name)).dispatch);
      const { runId, taskId, agentId, resource } = dispatch ?? {};
      if (runId !== name || typeof taskId !== 'string' || typeof agentId !== 'string') continue;
      if ((await this.#originOf(name)) !== 'ours') continue;
      this.#watched.add(name, this.#folderOf(name));
      tickets.push({ runId: name, taskId, agentId, ...(typeof resource === 'string' ? { resource } : {}) });
    }
    return tickets;
  }

  async takeMessages(runId: string, take: (text: string, number: number) => Promise<void>): Promise<void> {
    if ((await this.#originOf(runId)) !== 'ours') return;
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
      try {
        await files.writeAtomic(paths.taken, `${index + 1}\n`);
      } catch (error) {
        // Forgotten meanwhile: nobody will take them again.
        if (!isBatonError(error, 'FILE_NOT_FOUND')) throw error;
      }
    }
  }

  /** Nobody is ended, and no message believed, on the word of a folder that this installation did not make. */
  async #originOf(runId: string): Promise<'ours' | 'unknown' | 'absent'> {
    if (this.#own.has(runId)) return 'ours';
    const path = launchFiles(this.#folderOf(runId)).dispatch;
    const noted = await this.#records.read(path);
    if (noted === undefined) return 'absent';
    const record = { purpose: PURPOSE, content: runId, mark: noted.mark, path };
    const isOwn = await isOwnRecord(this.#deps.seals, record);
    if (isOwn) this.#own.add(runId);
    return isOwn ? 'ours' : 'unknown';
  }

  async forget(runId: string): Promise<void> {
    this.#own.delete(runId);
    this.#watched.remove(runId);
    await removeLaunch(this.#deps.files, this.#folderOf(runId));
  }

  async #lookAt(runId: string, record: LaunchRecord): Promise<LaunchState> {
    if (record.kind === 'revoked') return { kind: 'unstarted' };
    const { agent, launcher, atMs } = record;
    const alive = { kind: 'alive', agent, sinceMs: atMs } as const;
    const isAlive = await this.#deps.processes.isAlive(agent);
    if (isAlive === undefined) return { kind: 'unknown' };
    // Its launcher may still be ending what the program left behind.
    if (isAlive || (await this.#deps.processes.isAlive(launcher)) === true) return alive;
    const exit = parseLaunchExit(await this.#records.read(launchFiles(this.#folderOf(runId)).exit));
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
    await this.#records.writeOnce(paths.exit, exit);
    return { kind: 'ended', exit: parseLaunchExit(await this.#records.read(paths.exit)) ?? exit };
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
    await this.#records.writeOnce(launch, { kind: 'revoked', atMs: this.#deps.clock.now() } satisfies LaunchRecord);
  }

  #folderOf(runId: string): string {
    return join(this.#deps.folder(), runId);
  }
}

const PURPOSE = 'launch';
const EXIT_MS = 3_000;
const POLL_MS = 25;
