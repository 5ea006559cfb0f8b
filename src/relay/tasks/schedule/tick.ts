import { isBatonError } from '../../../kernel/errors/index.ts';
import type { Survey, Platform } from '../../../kernel/ports/index.ts';
import { decide, planAction, type Action, type RunFacts } from '../../../protocols/tasks/index.ts';
import { readAgents, type AgentBook, type KnownAgent } from '../agents/agents.ts';
import { dispatch, type DispatchMeans } from './dispatch.ts';
import { readFoundResult } from './found-result.ts';
import { meetFleet } from './machine.ts';
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
  /** There will be a next pass: other machines may rely on this one. */
  readonly isDaemon?: boolean;
}

/** Per route; more wait for the next pass. */
const PER_ROUTE = 16;

/** One pass of the scheduler: look, decide, do. */
export async function tick(
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
  request: TickRequest,
): Promise<TickResult> {
  const store = await platform.tasks();
  const leads = request.dryRun || ((await store.lead?.()) ?? true);
  if (!request.dryRun) await store.reconcile({ deep: leads && (request.deep ?? false) });
  const book = await readAgents(platform);
  const machine = await meetFleet(platform, book, { leads, isDaemon: request.isDaemon ?? false });
  const rules = toRules(platform.project.settings.values, book.teamLimits);
  const now = platform.clock.now();
  const look = async (): Promise<Survey> => await store.survey({ now, perRoute: PER_ROUTE });
  const survey = await look();
  const runs = await readRunFacts(platform, survey.running, book, now);
  const decideOn = (seen: Survey): readonly Action[] =>
    decide({ survey: seen, agents: book.agents, runs, rules, fleet: machine.view }, now);
  const actions = decideOn(survey);
  if (request.dryRun) return { actions, applied: 0 };
  await machine.lookAfter(runs);
  const doAll = async (some: readonly Action[]): Promise<number> => {
    let applied = 0;
    for (const action of some) if (await apply(platform, action, { book, rules, machine })) applied += 1;
    return applied;
  };
  if (machine.view === undefined) return { actions, applied: await doAll(actions) };
  const rest = actions.filter((action) => !isStart(action));
  let applied = await doAll(rest);
  let starts: readonly Action[] = [];
  if (rest.length < actions.length) {
    await machine.inTurn(async () => {
      // What was seen before the turn came may be started by others now.
      starts = decideOn(await look()).filter(isStart);
      applied += await doAll(starts);
    });
  }
  return { actions: [...rest, ...starts], applied };
}

const isStart = ({ kind }: Action): boolean => kind === 'dispatch';

async function apply(
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
  action: Action,
  means: DispatchMeans,
): Promise<boolean> {
  const store = await platform.tasks();
  const { rules } = means;
  try {
    if (action.kind === 'dispatch') return await dispatch(platform, action, means);
    const context = { now: platform.clock.now(), rules, review: platform.project.settings.values.review };
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
  platform: Pick<Platform, 'clock' | 'executors' | 'files' | 'project' | 'scanner'>,
  running: Survey['running'],
  book: AgentBook,
  now: number,
): Promise<Map<string, RunFacts>> {
  const facts = new Map<string, RunFacts>();
  for (const {
    entry: { task, run },
  } of running) {
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
  platform: Pick<Platform, 'executors'>,
  sessionId: string | undefined,
  startedAt: string,
  agent: KnownAgent | undefined,
): Promise<RunFacts> {
  const executor = agent === undefined ? undefined : platform.executors.get(agent.executor);
  if (sessionId === undefined || executor === undefined || agent === undefined) return { session: 'unknown' };
  const state = await executor.look({ sessionId, startedAt, settings: agent.settings });
  return state.kind === 'ended' ? { session: 'ended', ending: state.how } : { session: state.kind };
}
