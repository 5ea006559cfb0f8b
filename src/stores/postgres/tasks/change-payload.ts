import { given } from '../../../kernel/given.ts';
import type { TaskChange, TaskCodec, TaskPut } from '../../../kernel/ports/index.ts';
import type { EventDraft, PlaneEvent } from '../../../kernel/tasks.ts';
import type { ArtifactRow } from './artifacts.ts';
import type { Facts } from './lookup.ts';
import { dayOf, toRow } from './task-row.ts';

export const isEmpty = ({ puts, artifacts, events, seen }: TaskChange<unknown>): boolean =>
  [puts, artifacts, events, seen].every((list) => list === undefined || list.length === 0);

export interface PayloadParts {
  readonly change: TaskChange<unknown>;
  readonly facts: Facts;
  readonly mark: string;
  readonly timestamp: string;
  readonly artifacts: readonly ArtifactRow[];
  /** Texts of tasks whose body changes, by the id they had. */
  readonly documents: ReadonlyMap<string, string | undefined>;
  readonly codec: TaskCodec;
}

/** What `apply_change` takes. */
export function toPayload(parts: PayloadParts): object {
  const { change, facts, mark, timestamp, artifacts } = parts;
  const puts = change.puts ?? [];
  return {
    mark,
    // A task that was named and not there must still not be there.
    facts: [
      ...[...facts.tasks].map(([id, fact]) => ({ id, rev: fact?.rev ?? null })),
      ...[...facts.named].flatMap(([id, entry]) => (entry === undefined ? [{ id, rev: null }] : [])),
    ],
    children: [...facts.children].map(([id, ids]) => ({ id, ids })),
    puts: puts.map((put) => toPutItem(put, parts)),
    artifacts,
    seen: [...new Set(change.seen)],
    events: (change.events ?? []).map((draft) => JSON.stringify(stampEvent(draft, timestamp))),
  };
}

function toPutItem(put: TaskPut, { facts, documents, codec }: PayloadParts): object {
  const { body, formerId, ...entry } = put;
  const id = formerId ?? put.task.id;
  const rev = findRev(facts, id);
  const document = needsDocument(put, facts) ? codec.render(put.task, documents.get(id), body) : undefined;
  return { id, rev: rev ?? null, row: toRow(entry, document), ...dayOf(put.task.id) };
}

/** Rendering costs more than the rest of a change: most changes leave the text below the frontmatter alone. */
export const needsDocument = (put: TaskPut, facts: Facts): boolean =>
  put.body !== undefined || findRev(facts, put.formerId ?? put.task.id) === undefined;

/** Of the task as the decision saw it; undefined for a new one. */
const findRev = (facts: Facts, id: string): number | undefined =>
  facts.named.get(id)?.task.rev ?? facts.queue.find(({ task }) => task.id === id)?.task.rev ?? facts.tasks.get(id)?.rev;

/** An event as it was committed: its time is known, its place among the others not yet. */
export type UnnumberedEvent = Omit<PlaneEvent, 'id'>;

export const stampEvent = (draft: EventDraft, timestamp: string): UnnumberedEvent => ({
  type: draft.type,
  timestamp,
  actor: draft.actor,
  ...given({ taskId: draft.taskId, runId: draft.runId }),
  payload: draft.payload,
});
