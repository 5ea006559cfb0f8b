import { given, whenGiven } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { ArtifactWrite, TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskStatus } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { renderHandoffMarkdown, renderPointer } from './render.ts';
import { planMessage } from './move.ts';
import { getEntry, planNewTask } from './new-task.ts';
import type { HandoffAckPayload, HandoffRequestPayload } from './schema.ts';
import { joinChanges, TaskEdit, type Acting } from './task-edit.ts';

/** A handoff as it is kept in `inputs/handoff.json`. */
export interface Handoff extends HandoffRequestPayload {
  readonly parentTaskId: string;
  readonly fromAgent: string;
  readonly toAgent: string;
}

export interface DelegationRequest extends Acting {
  readonly handoff: Handoff;
  /** As it came, with what no schema knows. */
  readonly raw: JsonObject;
  /** For a child that has to be made. */
  readonly uid: string;
  readonly maxDepth: number;
  /** For a child whose parent has none. */
  readonly traceId?: string;
  /** Why it must not happen, from a check that was made before. */
  readonly refusal?: string;
}

export type DelegationOutcome =
  | { readonly kind: 'requested'; readonly child: TaskEntry }
  | { readonly kind: 'refused'; readonly reason: string };

/** Makes the child or addresses the one that is there, and writes the handoff into its inputs. */
export function planDelegation(lookup: TaskLookup, request: DelegationRequest): TaskChange<DelegationOutcome> {
  const { handoff } = request;
  if (lookup.statusOf(handoff.parentTaskId) === undefined)
    return refuse(request, undefined, `the parent ${handoff.parentTaskId} does not exist`);
  const parent = getEntry(lookup, handoff.parentTaskId);
  const depth = (parent.task.metadata.delegationDepth ?? 0) + 1;
  if (depth > request.maxDepth) {
    return refuse(request, parent, `delegation would be ${depth} deep, and the limit is ${request.maxDepth}`);
  }
  if (isFinished(parent.task.status)) return refuse(request, parent, `the parent is ${parent.task.status}`);
  const known =
    handoff.taskId === undefined || lookup.statusOf(handoff.taskId) === undefined
      ? undefined
      : getEntry(lookup, handoff.taskId);
  const obstacle = known === undefined ? undefined : findObstacle(known, handoff);
  if (obstacle !== undefined) return refuse(request, parent, obstacle);
  if (request.refusal !== undefined) return refuse(request, parent, request.refusal);
  if (known?.task.metadata.handoff !== undefined) return { result: { kind: 'requested', child: known } };
  return addressChild(lookup, request, parent, known, depth);
}

function findObstacle({ task }: TaskEntry, handoff: Handoff): string | undefined {
  if (task.id === handoff.parentTaskId) return 'a task cannot be its own child';
  // Somebody may have made it at this very moment: an id alone does not make it theirs.
  if (task.parentId !== handoff.parentTaskId)
    return task.parentId === undefined
      ? `${task.id} is another task, not a child of ${handoff.parentTaskId}`
      : `${task.id} is a child of ${task.parentId}`;
  const { handoff: known } = task.metadata;
  if (known !== undefined) {
    if (known.to !== handoff.toAgent) return `${task.id} was handed to ${known.to}`;
    const isSame = known.digest === undefined || known.digest === digestOf(handoff);
    return isSame ? undefined : `${task.id} was handed to ${known.to} before, with other words`;
  }
  return task.status === 'ready' || task.status === 'backlog' || task.status === 'blocked'
    ? undefined
    : `${task.id} is ${task.status}`;
}

/** Of what a person would see in it: the same handoff, sent again, has the same. */
const digestOf = ({ title, acceptanceCriteria, expectedOutputs, contextRefs, constraints, dueBy }: Handoff): string =>
  sha256Hex(
    JSON.stringify(
      [title, acceptanceCriteria, expectedOutputs, contextRefs, constraints, dueBy].map((part) => part ?? null),
    ),
  ).slice(0, 16);

function addressChild(
  lookup: TaskLookup,
  request: DelegationRequest,
  parent: TaskEntry,
  known: TaskEntry | undefined,
  depth: number,
): TaskChange<DelegationOutcome> {
  const { handoff, actor, now } = request;
  const made = known === undefined ? planNewTask(lookup, toNewTask(request, parent), request) : undefined;
  const child = made === undefined ? (known ?? parent) : { task: { ...made.result.task, rev: 0 } };
  const edit = new TaskEdit(child, { actor, now });
  const traceId = parent.task.metadata.traceId ?? request.traceId;
  edit.set({ parentId: handoff.parentTaskId, routing: { ...edit.task.routing, agent: handoff.toAgent } }).setMetadata({
    delegationDepth: depth,
    handoff: { from: handoff.fromAgent, to: handoff.toAgent, state: 'offered', digest: digestOf(handoff) },
    ...given({ dueBy: whenGiven(handoff.dueBy, (due) => renderIsoTime(Date.parse(due))) }),
    ...given({ traceId }),
  });
  edit.log('delegation.requested', {
    parentId: handoff.parentTaskId,
    from: handoff.fromAgent,
    to: handoff.toAgent,
    depth,
  });
  const change = edit.toChange(null);
  const body = made?.puts?.[0]?.body;
  return {
    puts: change.puts.map((put) => (body === undefined ? put : { ...put, body })),
    events: [...(made?.events ?? []), ...change.events],
    artifacts: handoffFiles(edit.entry, parent, request),
    result: { kind: 'requested', child: edit.entry },
  };
}

const toNewTask = ({ handoff, uid }: DelegationRequest, parent: TaskEntry) => ({
  title: handoff.title ?? `Handoff of ${parent.task.id} to ${handoff.toAgent}`,
  ...given({ id: handoff.taskId }),
  uid,
  priority: parent.task.priority,
  parentId: handoff.parentTaskId,
});

function handoffFiles(
  { task }: TaskEntry,
  parent: TaskEntry,
  { handoff, raw, now }: DelegationRequest,
): ArtifactWrite[] {
  const { parentTaskId, fromAgent, toAgent } = handoff;
  const kept = { ...raw, taskId: task.id, parentTaskId, fromAgent, toAgent };
  return [
    { taskId: task.id, path: 'inputs/handoff.json', content: `${JSON.stringify(kept, null, 2)}\n` },
    {
      taskId: task.id,
      path: 'inputs/handoff.md',
      content: renderHandoffMarkdown(task, { ...handoff, taskId: task.id }, raw),
    },
    {
      taskId: parent.task.id,
      path: `subtasks/${task.id}.md`,
      content: renderPointer(task, toAgent, renderIsoTime(now)),
    },
  ];
}

function refuse(
  request: DelegationRequest,
  parent: TaskEntry | undefined,
  reason: string,
): TaskChange<DelegationOutcome> {
  const { handoff, actor, now } = request;
  const { fromAgent, toAgent, parentTaskId } = handoff;
  const taskId = parent?.task.id;
  const payload = { reason, parentId: parentTaskId, from: fromAgent, to: toAgent };
  const about = taskId === undefined ? {} : { taskId };
  return {
    events: [
      { type: 'delegation.rejected', actor, ...about, payload },
      { type: 'protocol.message.sent', actor, ...about, payload: { type: 'handoff.rejected', to: fromAgent, reason } },
    ],
    artifacts:
      taskId === undefined
        ? []
        : [
            planMessage(
              taskId,
              {
                type: 'handoff.rejected',
                taskId: handoff.taskId ?? taskId,
                parentTaskId,
                fromAgent: actor,
                toAgent: fromAgent,
                payload: { reason },
              },
              renderIsoTime(now),
            ),
          ],
    result: { kind: 'refused', reason },
  };
}

export interface AnswerRequest extends Acting {
  readonly agent: string;
  readonly answer: 'accepted' | 'rejected';
  readonly payload: HandoffAckPayload;
}

/** The addressee takes the handoff or refuses it. Saying the same twice changes nothing. */
export function planAnswer(lookup: TaskLookup, id: string, request: AnswerRequest): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  const { handoff } = entry.task.metadata;
  if (handoff === undefined) throw new BatonError('HANDOFF_NOT_OFFERED', `${id} was not handed to anybody`, { id });
  if (handoff.to !== request.agent)
    throw new BatonError('HANDOFF_NOT_OFFERED', `${id} was handed to ${handoff.to}, not to ${request.agent}`, { id });
  const edit = new TaskEdit(entry, request);
  if (handoff.state === request.answer) return edit.toChange(entry);
  if (handoff.state !== 'offered')
    throw new BatonError('HANDOFF_NOT_OFFERED', `the handoff of ${id} was already ${handoff.state}`, { id });
  edit.setMetadata({ handoff: { ...handoff, state: request.answer } });
  if (request.answer === 'accepted') return edit.log('delegation.accepted', { by: request.agent }).toChange(edit.entry);
  return planRejection(lookup, edit, request);
}

function planRejection(lookup: TaskLookup, edit: TaskEdit, request: AnswerRequest): TaskChange<TaskEntry> {
  const { task } = edit;
  const reason = request.payload.reason ?? 'no reason given';
  const requeue = request.payload.requeue === true;
  edit.log('delegation.rejected', { by: request.agent, reason, requeue });
  if (requeue) {
    // Somebody else may take it: it is no longer addressed to the one who refused.
    const { agent: _, ...routing } = task.routing;
    edit.set({ routing }).setMetadata({ handoff: undefined });
    if (task.status !== 'ready') edit.move('ready', { reason });
  } else
    edit.move('blocked', {
      reason,
      block: { kind: 'human', reason: `${request.agent} refused the handoff: ${reason}` },
    });
  const change = edit.toChange(edit.entry);
  const told = planParentTold(lookup, edit.entry, request, reason);
  return joinChanges(edit.entry, change, ...(told === undefined ? [] : [told]));
}

function planParentTold(
  lookup: TaskLookup,
  { task }: TaskEntry,
  request: AnswerRequest,
  reason: string,
): TaskChange<null> | undefined {
  const status: TaskStatus | undefined = task.parentId === undefined ? undefined : lookup.statusOf(task.parentId);
  if (task.parentId === undefined || status === undefined || isFinished(status)) return undefined;
  const parent = getEntry(lookup, task.parentId);
  const edit = new TaskEdit(parent, request);
  const toAgent = parent.task.lease?.agent ?? parent.task.createdBy;
  edit
    .note(`${request.agent} refused the handoff ${task.id}: ${reason}`)
    .log('protocol.message.sent', { type: 'handoff.rejected', to: toAgent, reason });
  const message = planMessage(
    task.parentId,
    {
      type: 'handoff.rejected',
      taskId: task.id,
      parentTaskId: task.parentId,
      fromAgent: request.agent,
      toAgent,
      payload: { reason },
    },
    edit.nowIso,
  );
  return { ...edit.toChange(null), artifacts: [message] };
}
