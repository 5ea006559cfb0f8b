import type { TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import type { CompletionRules } from './completion.ts';
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
