import { given } from '../../kernel/given.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import { mayStillRun, type RunExit, type TaskEntry } from '../../kernel/tasks.ts';
import { failRun, openChildrenOf, planCompletion, planSettle, type CompletionRules } from './completion.ts';
import type { Action, SchedulerRules } from './decide.ts';
import { planHeartbeat } from './lease.ts';
import { withParentReported, withParentTold } from './move.ts';
import { getEntry } from './new-task.ts';
import { TaskEdit, type Acting } from './task-edit.ts';

export const SCHEDULER = 'scheduler';

export interface ActionContext {
  readonly now: number;
  readonly rules: SchedulerRules;
  readonly review: CompletionRules['review'];
}

/**
 * The change an action leads to, looked at once more under the lock: what another process did meanwhile makes it
 * nothing. `dispatch` is a claim, `stop-program` changes no task: they are not handled here.
 */
export function planAction(
  lookup: TaskLookup,
  action: Exclude<Action, { kind: 'dispatch' | 'stop-program' }>,
  context: ActionContext,
): TaskChange<boolean> {
  const acting = { actor: SCHEDULER, now: context.now };
  if (action.kind === 'close-run') return planClosedRun(lookup, action, acting);
  const entry = getEntry(lookup, action.taskId);
  const change =
    'runId' in action ? planRunAction(lookup, entry, action, context) : planTaskAction(lookup, entry, action, acting);
  return change === undefined ? { result: false } : { ...change, result: true };
}

type RunAction = Exclude<Extract<Action, { runId: string }>, { kind: 'stop-program' | 'close-run' }>;
type TaskAction = Exclude<Action, { runId: string } | { kind: 'dispatch' }>;

/** From now on the task may run again, if it is to. */
function planClosedRun(
  lookup: TaskLookup,
  { taskId, runId, exit }: Extract<Action, { kind: 'close-run' }>,
  acting: Acting,
): TaskChange<boolean> {
  const entry = lookup.statusOf(taskId) === undefined ? undefined : getEntry(lookup, taskId);
  if (entry?.run?.runId !== runId || entry.run.exit !== undefined) return { result: false };
  const edit = new TaskEdit(entry, acting);
  const known = exit ?? neverStarted(edit.nowIso);
  return {
    ...edit
      .setRun({ run: { ...entry.run, exit: known } })
      .log('run.ended', toPayload(known))
      .toChange(null),
    result: true,
  };
}

/** Nothing was tried, so nothing counts as tried. */
export const returnTask = (edit: TaskEdit, reason: string): TaskChange<null> =>
  withExit(edit, neverStarted(edit.nowIso))
    .move('ready', { reason, runStatus: 'expired' })
    .log('dispatch.returned', { reason })
    .toChange(null);

/** How such a run ended. */
export const NEVER_STARTED = 'it was never started';

const neverStarted = (at: string): RunExit => ({ at, code: null, signal: null, how: NEVER_STARTED });

function toPayload({ how, code, signal, endedChildren, leftChildren }: RunExit): JsonObject {
  return {
    how,
    code,
    signal,
    ...given({ endedChildren }),
    ...given({ leftChildren: leftChildren && [...leftChildren] }),
  };
}

/** What a run without a report comes to. */
const ENDS_WITHOUT_REPORT: ReadonlySet<Action['kind']> = new Set([
  'adopt-result',
  'refuse-result',
  'reclaim',
  'give-back',
  'fail-silent',
  'fail-ended',
]);

/** Another run has the task; or this one has reported and waits for its children, and its end takes nothing back. */
const isOvertaken = ({ task, result }: TaskEntry, { kind, runId }: RunAction): boolean =>
  task.lease?.runId !== runId || (result !== undefined && ENDS_WITHOUT_REPORT.has(kind));

function planRunAction(
  lookup: TaskLookup,
  entry: TaskEntry,
  action: RunAction,
  { now, rules, review }: ActionContext,
): TaskChange<unknown> | undefined {
  if (isOvertaken(entry, action)) return undefined;
  const acting = { actor: SCHEDULER, now };
  const completion = { review, openChildren: openChildrenOf(lookup, action.taskId) };
  const edit = withExit(new TaskEdit(entry, acting), 'exit' in action ? action.exit : undefined);
  switch (action.kind) {
    case 'renew':
      return planHeartbeat(entry, { ...acting, runId: action.runId, ttlMs: rules.leaseMs });
    case 'settle':
      return planSettle(entry, completion, acting);
    case 'adopt-result':
      return withParentReported(
        lookup,
        entry,
        action.result,
        acting,
        planCompletion(entry, action.result, completion, { ...acting, actor: action.result.agentId }),
      );
    case 'refuse-result':
      return refuseResult(edit, action.reason);
    case 'reclaim':
      return withParentTold(lookup, failRun(withLoss(edit), 'reclaim', action.reason, rules, now), acting);
    case 'give-back':
      return returnTask(edit, action.reason);
    case 'fail-silent':
      return withParentTold(
        lookup,
        failRun(withLoss(edit.log('dispatch.silent', { reason: action.reason })), 'spawn', action.reason, rules, now),
        acting,
      );
    case 'fail-ended':
      return withParentTold(
        lookup,
        failRun(edit.log('dispatch.ended', { reason: action.reason }), 'no-completion', action.reason, rules, now),
        acting,
      );
  }
}

function withExit(edit: TaskEdit, exit: RunExit | undefined): TaskEdit {
  const { run } = edit.entry;
  if (exit === undefined || run === undefined || run.exit !== undefined) return edit;
  return edit.setRun({ run: { ...run, exit } }).log('run.ended', toPayload(exit));
}

/** Its machine gave no sign of life for a whole lease: if it comes back, it ends what it no longer holds first. */
const withLoss = (edit: TaskEdit): TaskEdit =>
  mayStillRun(edit.entry.run)
    ? withExit(edit, { at: edit.nowIso, code: null, signal: null, how: 'its machine was lost' })
    : edit;

/** The task stays where it is until a person has looked; it is said once per run. */
function refuseResult(edit: TaskEdit, reason: string): TaskChange<unknown> | undefined {
  const { run } = edit.entry;
  if (run === undefined || run.resultRef === REFUSED) return undefined;
  return edit
    .setRun({ run: { ...run, resultRef: REFUSED } })
    .log('protocol.message.rejected', { reason, file: 'run_result.json' })
    .log('notice.alert', { rule: '#aof-alerts', text: `run_result.json of ${edit.task.id} is not valid: ${reason}` })
    .toChange(null);
}

const REFUSED = 'run_result.json (refused)';

function planTaskAction(
  lookup: TaskLookup,
  entry: TaskEntry,
  action: TaskAction,
  acting: Acting,
): TaskChange<unknown> | undefined {
  const edit = new TaskEdit(entry, acting);
  const { task } = entry;
  switch (action.kind) {
    case 'unblock':
      if (
        task.status !== 'blocked' ||
        task.metadata.block?.kind === 'human' ||
        task.metadata.block?.kind === 'subtasks'
      )
        return undefined;
      return edit.move('ready', { reason: action.reason }).toChange(null);
    case 'report-overdue':
      if (task.metadata.overdue === true) return undefined;
      return edit
        .setMetadata({ overdue: true })
        .log('task.overdue', { dueBy: task.metadata.dueBy ?? '' })
        .toChange(null);
    case 'report-unroutable':
      if (task.status !== 'ready' || task.metadata.unroutable === true) return undefined;
      return edit
        .setMetadata({ unroutable: true })
        .log('dispatch.unroutable', { routing: { ...task.routing } })
        .log('notice.alert', { rule: '#aof-alerts', text: `no agent is known that could take ${task.id}` })
        .toChange(null);
    case 'unpark':
      return edit.setMetadata({ unroutable: undefined }).toChange(null);
    case 'end-dependency':
      return endDependency(lookup, edit, action, acting);
  }
}

function endDependency(
  lookup: TaskLookup,
  edit: TaskEdit,
  action: Extract<Action, { kind: 'end-dependency' }>,
  acting: Acting,
): TaskChange<unknown> | undefined {
  const { task } = edit;
  if (task.status !== 'ready') return undefined;
  const ended = action.ended.map(({ id, status }) => `${id} is ${status}`).join(', ');
  edit.log('dependency.ended', { effect: action.effect, ended: action.ended.map((dependency) => ({ ...dependency })) });
  edit.log('notice.alert', {
    rule: '#aof-alerts',
    text: `${task.id} waits for nothing: ${ended}; effect: ${action.effect}`,
  });
  if (action.effect === 'skip') {
    return edit
      .setMetadata({ skipped: [...(task.metadata.skipped ?? []), ...action.ended.map(({ id }) => id)] })
      .toChange(null);
  }
  if (action.effect === 'fail') return withParentTold(lookup, edit.move('deadletter', { reason: ended }), acting);
  return edit.move('blocked', { reason: ended, block: { kind: 'dependency', reason: ended } }).toChange(null);
}
