import type { Platform, StopState } from '../../../kernel/ports/index.ts';
import type { KnownAgent } from '../agents/agents.ts';
import type { ProgramEnd } from './end-program.ts';
import { keepStop, listStops, removeStop, type KeptStop, type RemoteRun } from './kept-stops.ts';
import { findExecutor } from './run-means.ts';

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
