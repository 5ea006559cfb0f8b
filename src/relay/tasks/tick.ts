import { isBatonError, type TaskEntry } from '../../kernel/index.ts';
import { decide, planAction, type Action, type RunFacts, type SchedulerRules } from '../../protocols/tasks/index.ts';
import type { Platform } from '../platform.ts';
import { readAgents, type AgentBook, type KnownAgent } from './agents.ts';
import { dispatch } from './dispatch.ts';
import { readFoundResult } from './found-result.ts';
import { toRules } from './rules.ts';

export interface TickResult {
  readonly actions: readonly Action[];
  /** How many of them changed something; others were overtaken. */
  readonly applied: number;
}

export interface TickRequest {
  readonly dryRun: boolean;
  /** Open every live task to find edits by hand; without it only new, moved and removed files are found. */
  readonly deep?: boolean;
}

/** Per route; more wait for the next pass. */
const PER_ROUTE = 16;

/** One pass of the scheduler: look, decide, do. */
export async function tick(platform: Platform, request: TickRequest): Promise<TickResult> {
  const store = await platform.tasks();
  if (!request.dryRun) await store.reconcile({ deep: request.deep ?? false });
  const book = await readAgents(platform);
  const rules = toRules(platform.config.values, book.teamLimits);
  const now = platform.clock.now();
  const survey = await store.survey({ now, perRoute: PER_ROUTE });
  const runs = await readRunFacts(
    platform,
    survey.running.map(({ entry }) => entry),
    book,
    now,
  );
  const actions = decide({ survey, agents: book.agents, runs, rules }, now);
  if (request.dryRun) return { actions, applied: 0 };
  let applied = 0;
  for (const action of actions) if (await apply(platform, action, book, rules)) applied += 1;
  return { actions, applied };
}

async function apply(platform: Platform, action: Action, book: AgentBook, rules: SchedulerRules): Promise<boolean> {
  const store = await platform.tasks();
  try {
    if (action.kind === 'dispatch') return await dispatch(platform, action, book, rules);
    const context = { now: platform.clock.now(), rules, review: platform.config.values.review };
    const parentId = (await store.find(action.taskId))?.task.parentId;
    const ids = parentId === undefined ? [action.taskId] : [action.taskId, parentId];
    return await store.change(ids, (lookup) => planAction(lookup, action, context));
  } catch (error) {
    // One task whose file somebody broke must not stop the others.
    if (!isBatonError(error) || error.exitCode === 70) throw error;
    platform.remark(`${action.kind} ${action.taskId}: ${error.message}`);
    return false;
  }
}

/** Asks executors only where the answer could matter. */
async function readRunFacts(
  platform: Platform,
  running: readonly TaskEntry[],
  book: AgentBook,
  now: number,
): Promise<Map<string, RunFacts>> {
  const facts = new Map<string, RunFacts>();
  for (const { task, run } of running) {
    if (task.lease === undefined || run === undefined) continue;
    const session = await lookAt(
      platform,
      run.sessionId,
      run.startedAt,
      book.agents.find(({ id }) => id === run.agentId),
    );
    const isOver = session.session === 'ended' || Date.parse(task.lease.expiresAt) <= now;
    const found = isOver ? await readFoundResult(platform, run) : undefined;
    facts.set(run.runId, { ...session, ...(found === undefined ? {} : { found }) });
  }
  return facts;
}

async function lookAt(
  platform: Platform,
  sessionId: string | undefined,
  startedAt: string,
  agent: KnownAgent | undefined,
): Promise<RunFacts> {
  const executor = agent === undefined ? undefined : platform.executors.get(agent.executor);
  if (sessionId === undefined || executor === undefined || agent === undefined) return { session: 'unknown' };
  const state = await executor.look({ sessionId, startedAt, settings: agent.settings });
  return state.kind === 'ended' ? { session: 'ended', ending: state.how } : { session: state.kind };
}
