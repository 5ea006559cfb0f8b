import { renderIsoTime, createUlidAfter } from '../../kernel/index.ts';
import type { HandoffRequestPayload, ProtocolEnvelope, RouteResult } from '../../protocols/tasks/index.ts';
import type { Platform } from '../platform.ts';
import { defined } from './new-task.ts';
import { routeMessage, type DelegationGate } from './route-message.ts';

export interface DelegateRequest {
  readonly parentId: string;
  /** A child that is there; without it one is made. */
  readonly id?: string;
  readonly from: string;
  readonly to: string;
  readonly runId?: string;
  readonly title?: string;
  readonly handoff: Omit<HandoffRequestPayload, 'taskId' | 'parentTaskId' | 'fromAgent' | 'toAgent' | 'title'>;
  readonly dryRun?: boolean;
  /** Asked before anything is written; what it refuses never reaches an executor. */
  readonly gate?: DelegationGate;
}

/** The same as a handoff.request: the router decides. */
export async function delegate(platform: Platform, request: DelegateRequest): Promise<RouteResult> {
  const { parentId, from, to, runId, title, handoff, dryRun, gate } = request;
  const store = await platform.tasks();
  const now = platform.clock.now();
  const taskId =
    request.id ?? (await store.preview([], (lookup) => ({ result: lookup.freeId(renderIsoTime(now).slice(0, 10)) })));
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: 'handoff.request',
    taskId,
    parentTaskId: parentId,
    fromAgent: from,
    toAgent: to,
    sentAt: renderIsoTime(now),
    messageId: createUlidAfter(undefined, now, platform.random),
    ...defined({ runId }),
    payload: { taskId, parentTaskId: parentId, fromAgent: from, toAgent: to, ...defined({ title, ...handoff }) },
  };
  return await routeMessage(platform, message, { isLocal: true, ...defined({ dryRun, gate }) });
}

export interface AnswerHandoffRequest {
  readonly id: string;
  readonly agent: string;
  readonly answer: 'accepted' | 'rejected';
  readonly reason?: string;
  readonly requeue?: boolean;
  readonly dryRun?: boolean;
}

/** The same as handoff.accepted or handoff.rejected. */
export async function answerHandoff(platform: Platform, request: AnswerHandoffRequest): Promise<RouteResult> {
  const { id, agent, answer, reason, requeue, dryRun } = request;
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: `handoff.${answer}`,
    taskId: id,
    fromAgent: agent,
    toAgent: 'baton',
    sentAt: renderIsoTime(platform.clock.now()),
    payload: { taskId: id, ...defined({ reason, requeue }) },
  };
  return await routeMessage(platform, message, { isLocal: true, ...defined({ dryRun }) });
}
