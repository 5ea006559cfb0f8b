import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import type { Platform, Survey } from '../../../kernel/ports/index.ts';
import type { RunRecord } from '../../../kernel/tasks.ts';
import {
  decide,
  planAction,
  type Action,
  type Program,
  type RunFacts,
  type SchedulerRules,
} from '../../../protocols/tasks/index.ts';
import { readAgents, withoutUnapproved, type AgentBook } from '../agents/agents.ts';
import { closeRun, endProgram, stopKept } from '../runs/end-program.ts';
import { findExecutor, lookAtPrograms, toFacts, toPrograms, type SeenProgram } from '../runs/gather-programs.ts';
import { takePrintedMessages } from '../runs/start-agent.ts';
import { deliverKeptReports } from '../reports.ts';
import { dispatch, type DispatchPlatform } from './dispatch.ts';
import { readFoundResult } from './found-result.ts';
import { syncWithFleet, type Machine } from './machine.ts';
import { toRules } from './rules.ts';

/** What one pass of the scheduler did. */
export interface TickResult {
  readonly actions: readonly Action[];
  /** How many of them changed something; others were overtaken. */
  readonly applied: number;
  /** Nothing runs, so that nothing but a time or a change can give the next pass something to do. */
  readonly isIdle: boolean;
  /** Nothing waits for an agent either: until this time, or until something changes, there is nothing to do. */
  readonly quietUntil?: number;
}

export interface TickRequest {
  readonly dryRun: boolean;
  /** Open every live task to find edits by hand; without it only new, moved and removed files are found. */
  readonly deep?: boolean;
  /** There will be a next pass: other machines may rely on this one. */
  readonly isDaemon?: boolean;
}

export type TickPlatform = DispatchPlatform & Pick<Platform, 'audit' | 'git'>;

/** After an outage every daemon needs so long to be heard of again, and to deliver what its runs said meanwhile. */
const RECOVERY_MS = 20_000;

/** Per route; more wait for the next pass. */
const PER_ROUTE = 16;

/** What one pass works with. */
interface Pass {
  readonly book: AgentBook;
  readonly rules: SchedulerRules;
  readonly machine: Machine;
  readonly now: number;
}

/** One pass of the scheduler: look, decide, do. */
export async function tick(platform: TickPlatform, request: TickRequest): Promise<TickResult> {
  const store = await platform.tasks();
  const leads = request.dryRun || ((await store.lead?.()) ?? true);
  if (!request.dryRun) await catchUp(platform, request, leads);
  const book = await withoutUnapproved(platform, await readAgents(platform));
  const machine = await syncWithFleet(platform, book, { leads, isDaemon: request.isDaemon ?? false });
  const answersForMs = store.server?.answersForMs ?? Infinity;
  const back = answersForMs < RECOVERY_MS ? { backSince: platform.clock.now() - answersForMs } : {};
  const rules = toRules(platform.project.settings.values, book.teamLimits);
  const pass: Pass = { book, rules, machine, now: platform.clock.now() };
  const look = async (): Promise<Survey> => await store.survey({ now: pass.now, perRoute: PER_ROUTE });
  // In this order: who is seen to have ended has said before all that it had to say.
  const seen = await lookAtPrograms(platform, book.agents);
  if (!request.dryRun) for (const { executor, ticket } of seen) await takePrintedMessages(platform, executor, ticket);
  const survey = await look();
  const runs = await readRunFacts(platform, survey.running, seen, pass);
  // A run that is seen to have ended may have kept its report since this pass began, which waits out an outage: it counts
  // before its end does.
  if (!request.dryRun) await deliverKeptReports(platform);
  const running = survey.running.map(({ entry }) => entry);
  const programs = await toPrograms(platform, seen, running);
  const decideOn = (looked: Survey): readonly Action[] =>
    decide({ survey: looked, agents: book.agents, runs, programs, rules, fleet: machine.view, ...back }, pass.now);
  const actions = decideOn(survey);
  const isIdle = running.length + programs.length + actions.length === 0;
  if (request.dryRun) return { actions, applied: 0, isIdle };
  await machine.lookAfter(runs, programs);
  const stops = actions.filter(isStop);
  const rest = actions.filter((action) => !isStop(action) && !isStart(action));
  // What must not go on ends before anything else begins.
  let applied = await stopAll(platform, stops, programs, pass);
  applied += await applyAll(platform, rest, pass);
  let starts = actions.filter(isStart);
  if (machine.view === undefined) applied += await applyAll(platform, starts, pass);
  else if (starts.length > 0) {
    await machine.inTurn(async () => {
      // What was seen before the turn came may be started by others now.
      starts = decideOn(await look()).filter(isStart);
      applied += await applyAll(platform, starts, pass);
    });
  }
  const done = [...stops, ...rest, ...starts];
  return { actions: done, applied, isIdle, ...findQuiet(survey) };
}

async function catchUp(platform: TickPlatform, request: TickRequest, leads: boolean): Promise<void> {
  // Before anything is judged: what a run said during an outage counts.
  await deliverKeptReports(platform);
  const store = await platform.tasks();
  await store.reconcile({ deep: leads && (request.deep ?? false), backlog: request.isDaemon ?? false });
}

function findQuiet(survey: Survey): Pick<TickResult, 'quietUntil'> {
  const { claimable, parked, troubled, unblockable, nextTime } = survey;
  if ([claimable, parked, troubled, unblockable].some((list) => list.length > 0)) return {};
  return { quietUntil: nextTime === undefined ? Infinity : Date.parse(nextTime) };
}

type StopAction = Extract<Action, { kind: 'stop-program' }>;

const isStart = ({ kind }: Action): boolean => kind === 'dispatch';
const isStop = (action: Action): action is StopAction => action.kind === 'stop-program';

/** All at once: a program that ignores the polite signal keeps the others from nothing. */
async function stopAll(
  platform: TickPlatform,
  stops: readonly StopAction[],
  programs: readonly Program[],
  { book, rules }: Pass,
): Promise<number> {
  await stopKept(platform, book.agents);
  const ends = stops.map(async ({ taskId, runId, reason }) => {
    const agentId = programs.find((program) => program.runId === runId)?.agent ?? '';
    platform.remark(`ending the program of run ${runId} of ${taskId}: ${reason}`);
    return await endProgram({ ...pick(platform), rules }, book.agents, { taskId, runId, agentId });
  });
  return (await Promise.all(ends)).filter(({ kind }) => kind === 'ended').length;
}

const pick = ({ clock, executors, tasks }: TickPlatform) => ({ clock, executors, tasks: () => tasks() });

async function applyAll(platform: TickPlatform, actions: readonly Action[], pass: Pass): Promise<number> {
  let applied = 0;
  for (const action of actions) if (await apply(platform, action, pass)) applied += 1;
  return applied;
}

async function apply(platform: TickPlatform, action: Action, pass: Pass): Promise<boolean> {
  const store = await platform.tasks();
  const { rules } = pass;
  try {
    if (action.kind === 'dispatch') return await dispatch(platform, action, pass);
    if (action.kind === 'stop-program') return false;
    if (action.kind === 'close-run') return await close(platform, action, rules);
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

/** Its task learns that it is gone before its files go. */
async function close(
  platform: TickPlatform,
  { taskId, runId, exit }: Extract<Action, { kind: 'close-run' }>,
  rules: SchedulerRules,
): Promise<boolean> {
  const isNew = await closeRun({ ...pick(platform), rules }, { taskId, runId, ...given({ exit }) });
  for (const executor of platform.executors.values()) await executor.forget?.(runId);
  return isNew;
}

/** Asks executors only about what runs. */
async function readRunFacts(
  platform: Pick<Platform, 'clock' | 'executors' | 'files' | 'project' | 'scanner'>,
  running: Survey['running'],
  seen: readonly SeenProgram[],
  pass: Pass,
): Promise<Map<string, RunFacts>> {
  const states = new Map(seen.map(({ ticket, state }) => [ticket.runId, state]));
  const facts = new Map<string, RunFacts>();
  for (const { entry } of running) {
    const { task, run } = entry;
    if (task.lease === undefined || run === undefined) continue;
    const known = states.get(run.runId);
    const looked = known === undefined ? await lookAt(platform, run, pass) : toFacts(known);
    const isOver = looked.session === 'ended' || Date.parse(task.lease.expiresAt) <= pass.now;
    const result = isOver ? await readFoundResult(platform, run) : undefined;
    facts.set(run.runId, { ...looked, ...given({ found: result }) });
  }
  return facts;
}

/** A run without a ticket here: of another machine, behind a gateway, or one that was never started. */
async function lookAt(
  platform: Pick<Platform, 'executors'>,
  { runId, agentId, sessionId, machine: startedOn }: RunRecord,
  { book, machine }: Pass,
): Promise<RunFacts> {
  const found = findExecutor(platform.executors, book.agents, agentId);
  const isOwn = startedOn === machine.name;
  if (found === undefined || (sessionId === undefined && !isOwn)) return { session: 'unknown' };
  const session = sessionId === undefined ? {} : { sessionId };
  const state = await found.executor.look({ runId, ...found.agent, ...session });
  // Started since the programs were listed: what it printed has not been read yet.
  const isNew = state.kind === 'ended' && found.executor.takeMessages !== undefined;
  return isNew ? { session: 'unknown' } : toFacts(state, isOwn);
}
