import { isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import type { EventDraft, TaskEntry } from '../../kernel/tasks.ts';
import type { CompletionRules } from './completion.ts';
import { HANDLERS } from './handlers.ts';
import type { ProtocolEnvelope } from './schema.ts';

/** What a router needs to know beside the message. */
export interface RouteContext {
  readonly now: number;
  /** For a child a handoff may have to make. */
  readonly uid: string;
  readonly maxDepth: number;
  readonly review: CompletionRules['review'];
  /** Why the sender is not accepted as who it says it is; undefined if it is. */
  readonly distrust?: string;
  /** The sender asked for a new child, under an id that was reserved for it: it must not be there. */
  readonly isNewChild?: boolean;
  /** Why a handoff must not happen although its sender may make one; the sender is told. */
  readonly refusal?: string;
}

/** A message, with the tasks it is about and what the router knows. */
export interface HandlerCall {
  readonly lookup: TaskLookup;
  readonly message: ProtocolEnvelope;
  readonly context: RouteContext;
}

/** What a handler did; events and puts in `change`. Refusals are thrown as BatonError. */
export interface HandlerResult {
  readonly change: TaskChange<unknown>;
  readonly outcome: 'applied' | 'unchanged' | 'rejected';
  readonly reason?: string;
}

/** Decides what a message changes. Pure. */
export type ProtocolHandler = (call: HandlerCall) => HandlerResult;

/** What became of a message. */
export type RouteOutcome = 'applied' | 'unchanged' | 'duplicate' | 'rejected' | 'unknown';

/** What became of a message, and why it was refused. */
export interface RouteResult {
  readonly outcome: RouteOutcome;
  readonly type: string;
  readonly taskId: string;
  readonly reason?: string;
  /** Of the error that refused it. */
  readonly code?: string;
  /** What its sender can do next. */
  readonly hint?: string;
}

/** Tasks a message may touch: they have to be named before the change. */
export function tasksOf(message: ProtocolEnvelope, entry: TaskEntry | undefined): string[] {
  const ids = [message.taskId, message.parentTaskId, message.payload['parentTaskId'], entry?.task.parentId];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Under this key a message is applied once. Two senders may use the same id by chance. */
export const messageKey = (message: ProtocolEnvelope): string | undefined =>
  message.messageId === undefined ? undefined : sha256Hex(`${message.fromAgent}\0${message.messageId}`).slice(0, 24);

/** Applies one message: pure, everything it does is in the change. */
export function route(lookup: TaskLookup, message: ProtocolEnvelope, context: RouteContext): TaskChange<RouteResult> {
  const key = messageKey(message);
  if (key !== undefined && lookup.wasSeen(key)) return { result: toResult(message, 'duplicate') };
  const handler = HANDLERS.get(message.type);
  if (handler === undefined)
    return ignore(message, 'protocol.message.unknown', 'unknown', `there is no message type ${message.type}`);
  if (context.distrust !== undefined) return ignore(message, 'protocol.message.rejected', 'rejected', context.distrust);
  try {
    const { change, outcome, reason } = handler({ lookup, message, context });
    return {
      ...change,
      events: [toEvent(message, RECEIVED[outcome], { outcome, ...given({ reason }) }), ...(change.events ?? [])],
      seen: key === undefined ? [] : [key],
      result: toResult(message, outcome, reason),
    };
  } catch (error) {
    if (!isBatonError(error) || error.code === 'INTERNAL') throw error;
    const ignored = ignore(message, 'protocol.message.rejected', 'rejected', error.message, error.code);
    return {
      ...ignored,
      ...(error.code === 'TASK_NOT_FOUND' ? alert(message) : {}),
      result: { ...ignored.result, hint: error.hint },
    };
  }
}

const RECEIVED = {
  applied: 'protocol.message.received',
  unchanged: 'protocol.message.received',
  rejected: 'protocol.message.rejected',
} as const;

function ignore(
  message: ProtocolEnvelope,
  type: string,
  outcome: RouteOutcome,
  reason: string,
  code?: string,
): TaskChange<RouteResult> {
  return {
    events: [toEvent(message, type, { reason, ...given({ code }) })],
    result: { ...toResult(message, outcome, reason), ...given({ code }) },
  };
}

/** A message about a task nobody knows: somebody should look, and nothing stops. */
function alert(message: ProtocolEnvelope): Pick<TaskChange<unknown>, 'events'> {
  const reason = `there is no task ${message.taskId}`;
  return {
    events: [
      toEvent(message, 'protocol.message.rejected', { reason, code: 'TASK_NOT_FOUND' }),
      {
        type: 'notice.alert',
        actor: 'router',
        taskId: message.taskId,
        payload: { rule: '#aof-alerts', text: `${message.fromAgent} sent ${message.type}, but ${reason}` },
      },
    ],
  };
}

function toEvent(message: ProtocolEnvelope, type: string, payload: JsonObject): EventDraft {
  const about = {
    messageType: message.type,
    to: message.toAgent,
    sentAt: message.sentAt,
    ...given({ messageId: message.messageId, traceId: message.traceId }),
  };
  return {
    type,
    actor: message.fromAgent,
    taskId: message.taskId,
    ...given({ runId: message.runId }),
    payload: { ...about, ...payload },
  };
}

const toResult = (message: ProtocolEnvelope, outcome: RouteOutcome, reason?: string): RouteResult => ({
  outcome,
  type: message.type,
  taskId: message.taskId,
  ...given({ reason }),
});
