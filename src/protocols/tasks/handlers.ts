import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { isFinished, type RunResult, type TaskEntry, type TaskRecord } from '../../kernel/tasks.ts';
import { findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import { assertReportSays, findTargets, openChildrenOf, planCompletion } from './completion.ts';
import { planAnswer, planDelegation } from './handoff.ts';
import { withParentReported } from './move.ts';
import { getEntry } from './new-task.ts';
import { parsePayload } from './parse.ts';
import type { HandlerCall, HandlerResult, ProtocolHandler } from './route.ts';
import {
  describeErrors,
  type CompletionReportPayload,
  type HandoffRequestPayload,
  type ProtocolEnvelope,
  type ProtocolMessageType,
} from './schema.ts';
import { isMoveAllowed, joinChanges, TaskEdit } from './task-edit.ts';
import { validate as isReport } from './validators/aof-completion-report.gen.js';
import { validate as isAck } from './validators/aof-handoff-ack.gen.js';
import { validate as isHandoff } from './validators/aof-handoff-request.gen.js';
import { validate as isStatusUpdate } from './validators/aof-status-update.gen.js';

function handleCompletion({ lookup, message, context }: HandlerCall): HandlerResult {
  const entry = getEntry(lookup, message.taskId);
  const payload = parsePayload(message.payload, isReport);
  assertSameTask(message, payload.taskId);
  assertReportSays(payload);
  const acting = { actor: message.fromAgent, now: context.now };
  if (entry.task.status !== 'in-progress') return judgeLate(entry, message, payload, context.review);
  assertFromHolder(entry, message);
  if (entry.result !== undefined) return unchanged('this run has reported before');
  const result = toRunResult(entry, message, payload, context.now);
  const change = planCompletion(
    entry,
    result,
    { review: context.review, openChildren: openChildrenOf(lookup, message.taskId) },
    acting,
  );
  return { change: withParentReported(lookup, entry, result, acting, change), outcome: 'applied' };
}

/** Already there: nothing to do. Anything else is a report of a run that no longer counts. */
function judgeLate(
  entry: TaskEntry,
  message: ProtocolEnvelope,
  payload: CompletionReportPayload,
  review: 'follow-table' | 'always',
): HandlerResult {
  const isOwn =
    message.runId === undefined ? entry.run?.agentId === message.fromAgent : entry.run?.runId === message.runId;
  if (
    isOwn &&
    (findTargets(entry, payload.outcome, review).at(-1) === entry.task.status || isFinished(entry.task.status))
  ) {
    return unchanged(`${entry.task.id} is ${entry.task.status} already`);
  }
  throw new BatonError('LEASE_NOT_YOURS', `${entry.task.id} is ${entry.task.status}: no run holds it`, {
    id: entry.task.id,
    hint: hintForUnheld(entry.task),
  });
}

function toRunResult(
  entry: TaskEntry,
  message: ProtocolEnvelope,
  payload: CompletionReportPayload,
  now: number,
): RunResult {
  return {
    ...payload,
    taskId: entry.task.id,
    runId: entry.run?.runId ?? '',
    agentId: message.fromAgent,
    completedAt: payload.completedAt ?? renderIsoTime(now),
  };
}

function handleStatusUpdate({ lookup, message, context }: HandlerCall): HandlerResult {
  const entry = getEntry(lookup, message.taskId);
  const payload = parsePayload(message.payload, isStatusUpdate);
  assertSameTask(message, payload.taskId);
  if (payload.agentId !== undefined && payload.agentId !== message.fromAgent)
    throw new BatonError('INPUT_INVALID', `the payload is of ${payload.agentId}, the envelope of ${message.fromAgent}`);
  if (payload.status !== undefined && entry.task.status === payload.status && entry.task.lease === undefined)
    return unchanged(`${entry.task.id} is ${payload.status} already`);
  assertFromHolder(entry, message);
  const edit = new TaskEdit(entry, { actor: message.fromAgent, now: context.now });
  const words = [payload.progress, payload.notes, ...(payload.status === undefined ? (payload.blockers ?? []) : [])];
  for (const text of words) if (text !== undefined && text.trim() !== '') edit.note(text);
  const { status } = payload;
  if (status === undefined)
    return { change: edit.toChange(null), outcome: edit.toChange(null).puts.length > 0 ? 'applied' : 'unchanged' };
  const reason = payload.reason ?? payload.blockers?.join('; ') ?? payload.progress ?? payload.notes ?? 'status update';
  if (status !== entry.task.status && !isMoveAllowed(entry.task.status, status)) {
    // What it says may matter to a person even if it cannot be done.
    return {
      change: edit.toChange(null),
      outcome: 'rejected',
      reason: `${entry.task.id} is ${entry.task.status} and cannot become ${status}`,
    };
  }
  edit.move(status, {
    reason,
    block: { kind: 'human', reason },
    runStatus: status === 'review' ? 'completed' : 'failed',
  });
  return { change: edit.toChange(null), outcome: 'applied' };
}

function handleRequest({ lookup, message, context }: HandlerCall): HandlerResult {
  const { payload, warnings } = readHandoff(message);
  const parentTaskId = message.parentTaskId ?? payload.parentTaskId;
  if (parentTaskId === undefined) throw new BatonError('INPUT_INVALID', 'a handoff names its parent in parentTaskId');
  assertSameTask(message, payload.taskId);
  const parent = lookup.statusOf(parentTaskId) === undefined ? undefined : getEntry(lookup, parentTaskId);
  if (parent !== undefined) assertHolds(parent, message, 'hand work of');
  if (context.isNewChild === true && lookup.statusOf(message.taskId) !== undefined)
    throw new BatonError('TASK_ID_TAKEN', `${message.taskId} was made by somebody else`, { id: message.taskId });
  const request = {
    actor: message.fromAgent,
    now: context.now,
    handoff: {
      ...payload,
      taskId: message.taskId,
      parentTaskId,
      fromAgent: message.fromAgent,
      toAgent: message.toAgent,
    },
    raw: message.payload,
    uid: context.uid,
    maxDepth: context.maxDepth,
    ...given({ traceId: message.traceId, refusal: context.refusal }),
  };
  const change = planDelegation(lookup, request);
  const warned = {
    events: warnings.map((reason) => ({
      type: 'protocol.message.warning',
      actor: message.fromAgent,
      taskId: message.taskId,
      payload: { reason },
    })),
    result: null,
  };
  const joined = joinChanges(null, change, warned);
  if (change.result.kind === 'refused') return { change: joined, outcome: 'rejected', reason: change.result.reason };
  return { change: joined, outcome: (change.events ?? []).length === 0 ? 'unchanged' : 'applied' };
}

const OPTIONAL_PARTS = new Set([
  'acceptanceCriteria',
  'expectedOutputs',
  'contextRefs',
  'constraints',
  'dueBy',
  'title',
]);

/** A wrong optional part does not stop a handoff: it is left out of what Baton uses, kept in the file, and logged. */
function readHandoff(message: ProtocolEnvelope): { payload: HandoffRequestPayload; warnings: string[] } {
  const { payload: raw } = message;
  if (isHandoff(raw)) return { payload: raw, warnings: [] };
  const wrong = new Set((isHandoff.errors ?? []).map(({ instancePath }) => instancePath.split('/')[1] ?? ''));
  const reason = describeErrors(isHandoff.errors);
  if (![...wrong].every((key) => OPTIONAL_PARTS.has(key)))
    throw new BatonError('INPUT_INVALID', `the payload is not valid: ${reason}`);
  const kept = Object.fromEntries(Object.entries(message.payload).filter(([key]) => !wrong.has(key)));
  return {
    payload: parsePayload(kept, isHandoff),
    warnings: [`the payload is not valid: ${reason}`],
  };
}

const handleAnswer =
  (answer: 'accepted' | 'rejected'): ProtocolHandler =>
  ({ lookup, message, context }) => {
    const payload = parsePayload(message.payload, isAck);
    assertSameTask(message, payload.taskId);
    const change = planAnswer(lookup, message.taskId, {
      actor: message.fromAgent,
      now: context.now,
      agent: message.fromAgent,
      answer,
      payload,
    });
    return { change, outcome: (change.puts ?? []).length > 0 ? 'applied' : 'unchanged' };
  };

const unchanged = (reason: string): HandlerResult => ({ change: { result: null }, outcome: 'unchanged', reason });

function assertSameTask(message: ProtocolEnvelope, taskId: string | undefined): void {
  if (taskId === undefined || taskId === message.taskId) return;
  throw new BatonError('INPUT_INVALID', `the payload is about ${taskId}, the envelope about ${message.taskId}`);
}

const assertFromHolder = (entry: TaskEntry, message: ProtocolEnvelope): void =>
  assertHolds(entry, message, 'report on');

const sentMs = (message: ProtocolEnvelope): number => findIsoTime(message.sentAt)?.epochMs ?? 0;

const hintForUnheld = ({ id, status }: TaskRecord): string =>
  status === 'ready'
    ? `take it first: baton claim ${id} --agent NAME`
    : `run baton task show ${id} to see where it stands`;

/** By its run id, or, without one, by holding the live lease at the time it was sent. */
function assertHolds({ task }: TaskEntry, message: ProtocolEnvelope, what: string): void {
  const { lease } = task;
  const holds =
    lease !== undefined &&
    lease.agent === message.fromAgent &&
    (message.runId === undefined ? sentMs(message) >= Date.parse(lease.acquiredAt) : message.runId === lease.runId);
  if (holds) return;
  const now =
    lease === undefined
      ? `it is ${task.status} and held by nobody`
      : `it is held by ${lease.agent === message.fromAgent ? 'another run' : lease.agent}`;
  throw new BatonError('LEASE_NOT_YOURS', `${message.fromAgent} cannot ${what} ${task.id}: ${now}`, {
    id: task.id,
    ...given({ hint: lease === undefined ? hintForUnheld(task) : undefined }),
  });
}

/** The registry: one handler per message type. */
export const HANDLERS: ReadonlyMap<string, ProtocolHandler> = new Map<ProtocolMessageType, ProtocolHandler>([
  ['handoff.request', handleRequest],
  ['handoff.accepted', handleAnswer('accepted')],
  ['handoff.rejected', handleAnswer('rejected')],
  ['status.update', handleStatusUpdate],
  ['completion.report', handleCompletion],
]);
