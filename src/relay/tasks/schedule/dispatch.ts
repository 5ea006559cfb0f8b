import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { createUlidAfter } from '../../../kernel/ids.ts';
import type { SpawnOutcome, Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import {
  failRun,
  getEntry,
  planClaim,
  SCHEDULER,
  TaskEdit,
  withParentTold,
  type Action,
  type SchedulerRules,
} from '../../../protocols/tasks/index.ts';
import type { AgentBook, KnownAgent } from '../agents/agents.ts';
import { composeBrief } from '../brief.ts';
import type { Machine } from './machine.ts';
import { placeInputs } from '../messages/place-inputs.ts';

export interface DispatchMeans {
  readonly book: AgentBook;
  readonly rules: SchedulerRules;
  readonly machine: Machine;
}

/** Gives a task to an agent and starts it. False where somebody else was quicker. */
export async function dispatch(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'executors'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  action: Extract<Action, { kind: 'dispatch' }>,
  { book, rules, machine }: DispatchMeans,
): Promise<boolean> {
  const agent = book.agents.find(({ id }) => id === action.agent);
  const executor = agent === undefined ? undefined : platform.executors.get(agent.executor);
  if (agent === undefined || executor === undefined) return false;
  const claimed = await claimFor(platform, action.taskId, agent, rules);
  if (claimed?.run === undefined) return false;
  await machine.addRun(claimed.run.runId);
  // The agent works in the folder of its task, which must be there.
  await (await platform.tasks()).settle?.();
  const outcome = await tryToStart(platform, claimed, agent);
  await record(platform, claimed, outcome, rules);
  return true;
}

async function claimFor(
  platform: Pick<Platform, 'clock' | 'random' | 'tasks'>,
  id: string,
  agent: KnownAgent,
  rules: SchedulerRules,
): Promise<TaskEntry | undefined> {
  const store = await platform.tasks();
  const now = platform.clock.now();
  const wanted = {
    agent: agent.id,
    actor: SCHEDULER,
    now,
    runId: createUlidAfter(undefined, now, platform.random),
    ttlMs: rules.leaseMs,
  };
  try {
    return await store.change([id], (lookup) => planClaim(getEntry(lookup, id), wanted));
  } catch (error) {
    if (isBatonError(error, 'LEASE_HELD') || isBatonError(error, 'TASK_NOT_CLAIMABLE')) return undefined;
    throw error;
  }
}

/** What this machine lacks for a task, such as a large input, is a start that failed: the others go on. */
async function tryToStart(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'executors'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  entry: TaskEntry,
  agent: KnownAgent,
): Promise<SpawnOutcome> {
  try {
    return await start(platform, entry, agent);
  } catch (error) {
    // Where the store itself does not answer nothing can be noted either.
    if (!isBatonError(error) || error.code.startsWith('STORE_')) throw error;
    return { kind: 'failed', permanent: false, reason: error.message };
  }
}

async function start(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'executors'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  entry: TaskEntry,
  agent: KnownAgent,
): Promise<SpawnOutcome> {
  const { task, run } = entry;
  const executor = platform.executors.get(agent.executor);
  if (executor === undefined || run === undefined)
    return { kind: 'failed', permanent: true, reason: `no executor ${agent.executor}` };
  const folder = join(platform.project.dataDir, 'tasks', task.status, task.id);
  const { store, storeSchema } = platform.project.settings.values;
  await placeInputs(platform, task.id, folder);
  const { text: brief } = await composeBrief(platform, entry, folder);
  return await executor.start({
    taskId: task.id,
    runId: run.runId,
    agentId: agent.id,
    brief,
    folder,
    dataDir: platform.project.dataDir,
    store: { address: store, schema: storeSchema },
    root: platform.project.root,
    settings: agent.settings,
  });
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
    edit.log('dispatch.failed', { agent: run.agentId, reason: outcome.reason, permanent: outcome.permanent });
    return {
      ...withParentTold(
        lookup,
        failRun(edit, outcome.permanent ? 'permanent' : 'spawn', outcome.reason, rules, acting.now),
        acting,
      ),
      result: null,
    };
  });
}
