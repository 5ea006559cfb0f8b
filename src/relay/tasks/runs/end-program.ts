import { join } from 'node:path';
import { isOwnRecord } from '../../../kernel/authority/index.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { Platform, StopState } from '../../../kernel/ports/index.ts';
import type { RunExit } from '../../../kernel/tasks.ts';
import { planAction, type SchedulerRules } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';
import { describeAgent, findExecutor, type FoundExecutor, type RunMeans } from './gather-programs.ts';

interface ProgramRef {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
}

export type ProgramEnd =
  /** Nothing of it is left, and the task may run again. */
  | { readonly kind: 'ended'; readonly exit?: RunExit }
  /** It is on another machine, or behind a gateway: it was told, or will be by the daemon there. */
  | { readonly kind: 'told' }
  /** It could not be told from here; `hasDaemon`: one runs on this data dir and will try. */
  | { readonly kind: 'unreached'; readonly reason: string; readonly hasDaemon?: boolean }
  /** Even the last signal did not end it in time. */
  | { readonly kind: 'alive' };

/** Ends the program of a run with everything it started, and records that it is gone. */
export async function endProgram(
  means: RunMeans & { readonly rules: SchedulerRules },
  agents: readonly KnownAgent[],
  run: ProgramRef,
): Promise<ProgramEnd> {
  const found = (await findByTicket(means, agents, run)) ?? findExecutor(means.executors, agents, run.agentId);
  if (found === undefined) return { kind: 'told' };
  const { executor, agent } = found;
  const session = run.sessionId === undefined ? {} : { sessionId: run.sessionId };
  const state = await executor.stop({ runId: run.runId, ...agent, ...session });
  if (state.kind === 'alive' || state.kind === 'unreached') return state;
  if (state.kind === 'unknown' || state.kind === 'absent') return { kind: 'told' };
  const exit = state.kind === 'ended' ? { exit: state.exit } : {};
  await closeRun(means, { taskId: run.taskId, runId: run.runId, ...exit });
  await executor.forget?.(run.runId);
  return { kind: 'ended', ...exit };
}

/** Records that nothing of a run is left; false if that was known, or the run is not the task's last one. */
export async function closeRun(
  means: RunMeans & { readonly rules: SchedulerRules },
  closed: { readonly taskId: string; readonly runId: string; readonly exit?: RunExit },
): Promise<boolean> {
  const store = await means.tasks();
  const context = { now: means.clock.now(), rules: means.rules, review: 'follow-table' as const };
  return await store.change([closed.taskId], (lookup) => planAction(lookup, { kind: 'close-run', ...closed }, context));
}

/** The daemon that started it knows it, even if the agent was removed or changed since. */
async function findByTicket(
  { executors }: RunMeans,
  agents: readonly KnownAgent[],
  { runId, agentId }: ProgramRef,
): Promise<FoundExecutor | undefined> {
  for (const executor of executors.values()) {
    const tickets = (await executor.list?.()) ?? [];
    if (!tickets.some((ticket) => ticket.runId === runId)) continue;
    return { executor, agent: describeAgent(agents, agentId) };
  }
  return undefined;
}

type StopPlatform = Pick<Platform, 'clock' | 'executors' | 'files' | 'project' | 'remark'>;

/** An agent that is away is asked again after so long. */
const AGAIN_MS = 30_000;
/** Whatever was to be stopped is over by then. */
const GIVE_UP_MS = 7 * 24 * 60 * 60_000;

/**
 * Tells an agent behind a gateway that its run is over. The wish is on disk first: if this process cannot tell it, having
 * no token for example, the next pass of a scheduler that can does it.
 */
export async function stopRemote(
  platform: StopPlatform,
  agents: readonly KnownAgent[],
  run: RemoteRun,
): Promise<ProgramEnd> {
  const now = platform.clock.now();
  const wish: KeptStop = { ...run, at: now, nextAt: now, reason: '' };
  await keepStop(platform, wish);
  const state = await tell(platform, agents, run);
  if (state.kind !== 'unreached') {
    await removeStop(platform, run.runId);
    return { kind: 'told' };
  }
  return state;
}

/** Part of each pass: tells those that could not be told before. */
export async function stopKept(platform: StopPlatform, agents: readonly KnownAgent[]): Promise<void> {
  const now = platform.clock.now();
  const due = (await listStops(platform)).filter(({ nextAt }) => nextAt <= now);
  await Promise.all(due.map(async (wish) => await stopAgain(platform, agents, wish)));
}

async function stopAgain(platform: StopPlatform, agents: readonly KnownAgent[], wish: KeptStop): Promise<void> {
  const { taskId, runId, agentId } = wish;
  const state = await tell(platform, agents, wish);
  if (state.kind !== 'unreached') {
    await removeStop(platform, runId);
    platform.remark(`${taskId}: agent ${agentId} was told to stop run ${runId}`);
    return;
  }
  const now = platform.clock.now();
  const isOver = now - wish.at > GIVE_UP_MS;
  if (isOver || state.reason !== wish.reason)
    platform.remark(
      `${taskId}: agent ${agentId} cannot be told to stop run ${runId} (${state.reason})${isOver ? '; given up' : ''}`,
    );
  if (isOver) await removeStop(platform, runId);
  else await keepStop(platform, { ...wish, nextAt: now + AGAIN_MS, reason: state.reason });
}

async function tell(
  { executors }: Pick<Platform, 'executors'>,
  agents: readonly KnownAgent[],
  { runId, agentId, sessionId }: RemoteRun,
): Promise<StopState> {
  const found = findExecutor(executors, agents, agentId);
  if (found !== undefined) return await found.executor.stop({ runId, sessionId, ...found.agent });
  // One that claims its work itself cannot be told; it finds out when it reports.
  if (agents.some(({ id }) => id === agentId)) return { kind: 'unknown' };
  return { kind: 'unreached', reason: `agent ${agentId} is not known, or not approved, on this machine` };
}

/** A run behind a gateway. */
interface RemoteRun {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId: string;
}

/** A run that has to be told to stop. */
interface KeptStop extends RemoteRun {
  /** When that was wished, and when to try again; milliseconds. */
  readonly at: number;
  readonly nextAt: number;
  /** Why the last attempt failed; empty before the first one. */
  readonly reason: string;
}

type KeptPlatform = Pick<Platform, 'files' | 'project'>;

const PURPOSE = 'stop';
const MAX_BYTES = 16 * 1024;

const folderOf = ({ project }: KeptPlatform): string => join(project.dataDir, 'stops');
const contentOf = ({ taskId, runId, agentId, sessionId }: RemoteRun): string =>
  JSON.stringify([taskId, runId, agentId, sessionId]);

/** Durable; the same run again replaces what was kept of it. With the mark of this installation. */
async function keepStop(platform: KeptPlatform, stop: KeptStop): Promise<void> {
  const folder = folderOf(platform);
  await platform.files.createFolder(folder);
  const mark = await platform.project.authority.seals.seal(PURPOSE, contentOf(stop));
  const text = `${JSON.stringify({ ...stop, ...given({ mark }) })}\n`;
  await platform.files.writeAtomic(join(folder, `${stop.runId}.json`), text, { mode: 0o600 });
}

async function removeStop(platform: KeptPlatform, runId: string): Promise<void> {
  await platform.files.remove(join(folderOf(platform), `${runId}.json`));
}

/** Those that this installation wrote: nothing is asked to stop because a repository says so. */
async function listStops(platform: KeptPlatform): Promise<readonly KeptStop[]> {
  const stops: KeptStop[] = [];
  const folder = folderOf(platform);
  for (const { name, kind } of await platform.files.list(folder)) {
    if (kind !== 'file' || !name.endsWith('.json')) continue;
    const path = join(folder, name);
    const value = await readObject(platform, path);
    const stop = value === undefined ? undefined : toStop(value);
    if (value === undefined || stop === undefined) continue;
    const record = { purpose: PURPOSE, content: contentOf(stop), mark: value['mark'], path };
    if (await isOwnRecord(platform.project.authority.seals, record)) stops.push(stop);
  }
  return stops;
}

async function readObject({ files }: KeptPlatform, path: string): Promise<JsonObject | undefined> {
  try {
    const text = await files.findText(path, { maxBytes: MAX_BYTES });
    const value = text === undefined ? undefined : parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error) && error.exitCode !== 70) return undefined;
    throw error;
  }
}

function toStop({ taskId, runId, agentId, sessionId, at, nextAt, reason }: JsonObject): KeptStop | undefined {
  if (typeof taskId !== 'string' || typeof runId !== 'string' || typeof agentId !== 'string') return undefined;
  if (typeof sessionId !== 'string' || typeof at !== 'number' || typeof nextAt !== 'number') return undefined;
  return { taskId, runId, agentId, sessionId, at, nextAt, reason: typeof reason === 'string' ? reason : '' };
}
