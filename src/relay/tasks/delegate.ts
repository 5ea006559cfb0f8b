import { given } from '../../kernel/given.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { renderIsoDate, renderIsoTime } from '../../kernel/time.ts';
import type { HandoffRequestPayload, ProtocolEnvelope, RouteResult } from '../../protocols/tasks/index.ts';
import { renderDocument } from '../../protocols/document/index.ts';
import {
  findHandedDocument,
  prepareDelegation,
  type DelegationPackage,
  type DelegationPlatform,
} from '../delegation/index.ts';
import { receiveDocument } from '../document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { changeOrPreview } from './change-task.ts';
import { routeMessage, type MessagePlatform, type RoutedMessage } from './messages/route-message.ts';

export interface DelegateRequest {
  readonly parentId: string;
  /** A child that is there; without it one is made. */
  readonly id?: string;
  readonly from: string;
  readonly to: string;
  readonly runId?: string;
  /** Of the run that acts. */
  readonly secret?: string;
  readonly title?: string;
  readonly handoff: Omit<HandoffRequestPayload, 'taskId' | 'parentTaskId' | 'fromAgent' | 'toAgent' | 'title'>;
  /** What the next agent has to know: text, or data. It travels in a handoff document that is made to fit. */
  readonly working?: JsonObject | string;
  readonly dryRun?: boolean;
  /** By which a second delivery of the same request is recognised; a new one where it is absent. */
  readonly messageId?: string;
}

/** What became of a delegation, and what its document cost. */
export interface Delegation extends RoutedMessage {
  /** What the document cost before and after it was made to fit. */
  readonly tokens: DelegationPackage['tokens'];
  readonly traceId: string;
}

/** The same as a handoff.request with its document: the router decides. */
export async function delegate(platform: DelegationPlatform, request: DelegateRequest): Promise<Delegation> {
  for (let tries = 1; ; tries += 1) {
    const taskId = request.id ?? (await reserveTaskId(platform, request, tries));
    const delegation = await delegateAs(platform, request, taskId);
    // A person or a message chose that id by itself and was faster.
    const isTaken = request.id === undefined && delegation.code === 'TASK_ID_TAKEN';
    if (!isTaken || tries === MAX_TRIES) return delegation;
  }
}

const MAX_TRIES = 10;

/**
 * The child's id is in what its sender attests, so it has to be known before; nobody else gets it. Those who choose ids by
 * themselves aim at the next number, so each further try takes one more and keeps the last: it cannot lose every time.
 */
async function reserveTaskId(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: { readonly dryRun?: boolean },
  numbers: number,
): Promise<string> {
  const date = renderIsoDate(platform.clock.now());
  const reserve = changeOrPreview(await platform.tasks(), request);
  let reserved = '';
  for (let taken = 0; taken < numbers; taken += 1)
    reserved = await reserve([], (lookup) => {
      const id = lookup.freeId(date);
      return { reserved: [id], result: id };
    });
  return reserved;
}

async function delegateAs(platform: DelegationPlatform, request: DelegateRequest, taskId: string): Promise<Delegation> {
  const { parentId, from, to, runId, title, handoff, working, dryRun } = request;
  const store = await platform.tasks();
  const now = platform.clock.now();
  const traceId = (await store.find(parentId))?.task.metadata.traceId;
  const prepared = await prepareDelegation(platform, {
    childId: taskId,
    parentId,
    from,
    to,
    handoff,
    ...given({ title, working, traceId, dryRun }),
  });
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: 'handoff.request',
    taskId,
    parentTaskId: parentId,
    fromAgent: from,
    toAgent: to,
    sentAt: renderIsoTime(now),
    messageId: request.messageId ?? createUlidAfter(undefined, now, platform.random),
    traceId: prepared.traceId,
    ...given({ runId }),
    payload: {
      taskId,
      parentTaskId: parentId,
      fromAgent: from,
      toAgent: to,
      ...given({ title, ...handoff }),
      document: prepared.document as unknown as Json,
      ...given({ governed: prepared.governed }),
    },
  };
  const { artifacts, tokens } = prepared;
  const known = { isLocal: true, isNewChild: request.id === undefined, artifacts, prepared };
  const result = await routeMessage(platform, message, { ...known, ...given({ dryRun, secret: request.secret }) });
  return { ...result, tokens, traceId: prepared.traceId };
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
export async function answerHandoff(platform: MessagePlatform, request: AnswerHandoffRequest): Promise<RouteResult> {
  const { id, agent, answer, reason, requeue, dryRun } = request;
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: `handoff.${answer}`,
    taskId: id,
    fromAgent: agent,
    toAgent: 'baton',
    sentAt: renderIsoTime(platform.clock.now()),
    payload: { taskId: id, ...given({ reason, requeue }) },
  };
  const result = await routeMessage(platform, message, { isLocal: true, ...given({ dryRun }) });
  if (answer === 'accepted' && result.outcome === 'applied' && dryRun !== true) await noteReceipt(platform, id, agent);
  return result;
}

/** The other end of the hop in the trace: the document has arrived, and was checked once more as it lies there. */
async function noteReceipt(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'remark' | 'scanner' | 'tasks' | 'tokens'
  >,
  id: string,
  agent: string,
): Promise<void> {
  const document = await findHandedDocument(platform, id);
  if (document === undefined) return;
  const { warning } = await receiveDocument(platform, Buffer.from(renderDocument(document)), { receiver: agent });
  if (warning !== undefined) platform.remark(warning);
}
