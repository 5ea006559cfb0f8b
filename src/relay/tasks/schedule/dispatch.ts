import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { createUlidAfter } from '../../../kernel/ids.ts';
import type { Executor, Platform, RunTicket, SpawnOutcome } from '../../../kernel/ports/index.ts';
import type { RunRecord, TaskEntry } from '../../../kernel/tasks.ts';
import {
  failRun,
  getEntry,
  returnTask,
  NEVER_STARTED,
  planClaim,
  SCHEDULER,
  TaskEdit,
  withParentTold,
  type Action,
  type SchedulerRules,
} from '../../../protocols/tasks/index.ts';
import type { AgentBook, KnownAgent } from '../agents/agents.ts';
import { describeAgent } from '../runs/gather-programs.ts';
import { startAgent, type StartPlatform } from '../runs/start-agent.ts';
import type { Machine } from './machine.ts';

export interface DispatchMeans {
  readonly book: AgentBook;
  readonly rules: SchedulerRules;
  readonly machine: Machine;
}

export type DispatchPlatform = StartPlatform &
  Pick<Platform, 'clock' | 'disk' | 'executors' | 'facts' | 'notifier' | 'processes' | 'random' | 'tasks'>;

/**
 * Gives a task to an agent and starts it. False if another process was quicker. The ticket exists before the claim, and
 * the claim before the program: a crash at any step leaves what the next pass can tell apart.
 */
export async function dispatch(
  platform: DispatchPlatform,
  action: Extract<Action, { kind: 'dispatch' }>,
  { book, rules, machine }: DispatchMeans,
): Promise<boolean> {
  const agent = book.agents.find(({ id }) => id === action.agent);
  const executor = agent === undefined ? undefined : platform.executors.get(agent.executor);
  if (agent === undefined || executor === undefined) return false;
  const ticket = await writeTicket(platform, action.taskId, agent, executor);
  const claimed = await claimFor(platform, ticket, executor, rules, machine);
  if (claimed?.run === undefined) {
    await executor.forget?.(ticket.runId);
    return false;
  }
  try {
    await machine.addRun(ticket.runId);
    // The agent works in the folder of its task, which must be there.
    await (await platform.tasks()).settle?.();
    const outcome = await tryToStart(platform, claimed, agent, executor);
    await record(platform, claimed, outcome, rules);
    if (outcome.kind !== 'started') await executor.forget?.(ticket.runId);
  } catch (error) {
    // Nobody knows whether it was started: if not, it never will be, and the next pass gives the task back.
    if (claimed.run.sessionId === undefined)
      await executor.stop({ runId: ticket.runId, ...describeAgent(book.agents, agent.id) });
    throw error;
  }
  return true;
}

async function writeTicket(
  platform: Pick<Platform, 'clock' | 'random' | 'tasks'>,
  taskId: string,
  agent: KnownAgent,
  executor: Executor,
): Promise<RunTicket> {
  const resource = (await (await platform.tasks()).find(taskId))?.task.metadata.resource;
  const ticket = {
    runId: createUlidAfter(undefined, platform.clock.now(), platform.random),
    taskId,
    agentId: agent.id,
    ...given({ resource }),
  };
  await executor.prepare?.(ticket);
  return ticket;
}

async function claimFor(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  { taskId, runId, agentId }: RunTicket,
  executor: Executor,
  rules: SchedulerRules,
  machine: Machine,
): Promise<TaskEntry | undefined> {
  const store = await platform.tasks();
  const wanted = {
    agent: agentId,
    actor: SCHEDULER,
    now: platform.clock.now(),
    runId,
    ttlMs: rules.leaseMs,
    ...(executor.prepare === undefined ? {} : { machine: machine.name }),
  };
  try {
    return await store.change([taskId], (lookup) => planClaim(getEntry(lookup, taskId), wanted));
  } catch (error) {
    if (isBatonError(error, 'LEASE_HELD') || isBatonError(error, 'TASK_NOT_CLAIMABLE')) return undefined;
    throw error;
  }
}

/** What this machine lacks for a task, such as a large input, is a start that failed: the others go on. */
async function tryToStart(
  platform: StartPlatform,
  entry: TaskEntry,
  agent: KnownAgent,
  executor: Executor,
): Promise<SpawnOutcome> {
  try {
    return await startAgent(platform, entry, agent, executor);
  } catch (error) {
    // If the store itself does not answer nothing can be noted either.
    if (!isBatonError(error) || error.code.startsWith('STORE_')) throw error;
    return { kind: 'failed', permanent: false, reason: error.message };
  }
}

async function record(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  { task, run }: TaskEntry,
  outcome: SpawnOutcome,
  rules: SchedulerRules,
): Promise<void> {
  const store = await platform.tasks();
  const ids = task.parentId === undefined ? [task.id] : [task.id, task.parentId];
  await store.change(ids, (lookup) => {
    const acting = { actor: SCHEDULER, now: platform.clock.now() };
    const entry = getEntry(lookup, task.id);
    // It may have reported already, or been taken back: then there is nothing left to note.
    if (entry.run === undefined || entry.run.runId !== run?.runId || entry.task.lease?.runId !== run.runId)
      return { result: null };
    const edit = new TaskEdit(entry, acting);
    if (outcome.kind === 'started') {
      return edit
        .setRun({ run: { ...entry.run, sessionId: outcome.sessionId } })
        .log('dispatch.started', { agent: run.agentId, sessionId: outcome.sessionId })
        .toChange(null);
    }
    if (outcome.kind === 'lost' && !isLostAgain(entry.run)) return returnTask(edit, outcome.reason);
    const permanent = outcome.kind === 'failed' && outcome.permanent;
    const exit = { at: edit.nowIso, code: null, signal: null, how: 'it could not be started' };
    if (entry.run.machine !== undefined) edit.setRun({ run: { ...entry.run, exit } });
    edit.log('dispatch.failed', { agent: run.agentId, reason: outcome.reason, permanent });
    return {
      ...withParentTold(
        lookup,
        failRun(edit, permanent ? 'permanent' : 'spawn', outcome.reason, rules, acting.now),
        acting,
      ),
      result: null,
    };
  });
}

const MAX_LOST = 3;

/** A launcher that dies each time is a failure like any other: somebody has to hear of it. */
const isLostAgain = ({ earlier = [] }: RunRecord): boolean =>
  earlier.filter(({ how }) => how === NEVER_STARTED).length >= MAX_LOST;
