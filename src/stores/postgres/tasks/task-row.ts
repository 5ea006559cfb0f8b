import { sha256Hex } from '../../../kernel/hash.ts';
import { parseTaskId } from '../../../kernel/ids.ts';
import type { ClaimTerms, EarlierRun, TaskChange, TaskCodec } from '../../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry, type TaskLink, type TaskRecord, type TaskStatus } from '../../../kernel/tasks.ts';
import { findEarlierRun, idKey, linkOf, orderKey, routeKey } from '../../task-index/index.ts';
import type { Row, Statement } from '../connection/statements.ts';
import type { Facts } from './lookup.ts';

/** A task as the table has it: what is searched for in columns, the whole as text. */
interface TaskRow {
  readonly id: string;
  readonly id_key: string;
  readonly status: string;
  readonly rev: number;
  readonly order_key: string;
  readonly route_key: string;
  /** The database works it out. */
  readonly gate: 'free';
  readonly is_parked: boolean;
  readonly parent_id: string | null;
  readonly depends_on: readonly string[];
  readonly skipped: readonly string[];
  readonly agent: string | null;
  readonly lease_agent: string | null;
  readonly retry_at: string | null;
  readonly block_kind: string | null;
  readonly due_by: string | null;
  readonly entry: string;
  /** The text of the task file when its body was last changed, as JSON: a column of text cannot hold every character. */
  readonly document: string | null;
}

export function toRow(entry: TaskEntry, document: string | undefined): TaskRow {
  const { task } = entry;
  const { block, dueBy, overdue, skipped } = task.metadata;
  const isOver = task.status === 'done' || task.status === 'cancelled';
  return {
    id: task.id,
    id_key: idKey(task.id),
    status: task.status,
    rev: task.rev,
    order_key: orderKey(task),
    route_key: addressOf(task),
    gate: 'free',
    // Nobody may begin while the program of its last run is not known to be gone. Of a task that is not ready nobody asks,
    // and the column is part of indexes: the start and the end of a program would be written into all of them.
    is_parked: task.status === 'ready' && mayStillRun(entry.run),
    parent_id: task.parentId ?? null,
    depends_on: task.dependsOn,
    skipped: skipped ?? [],
    agent: task.routing.agent ?? null,
    lease_agent: task.lease?.agent ?? null,
    retry_at: block?.retryAt ?? null,
    block_kind: block?.kind ?? null,
    due_by: isOver || overdue === true ? null : (dueBy ?? null),
    entry: JSON.stringify(entry),
    document: document === undefined ? null : JSON.stringify(document),
  };
}

/** An index takes no longer ones, and nobody reads them. */
const MAX_ADDRESS = 500;

/** Tasks with equal ones can be claimed by the same agents. */
function addressOf({ routing, metadata: { handoff } }: TaskRecord): string {
  const key = routeKey(routing);
  const address = handoff === undefined || handoff.to === routing.agent ? key : `${key} ${handoff.to}`;
  return address.length > MAX_ADDRESS ? sha256Hex(address) : address;
}

/**
 * A line of JSON as `toRow` wrote it; where the task was claimed since, a second line says with what. What a claim makes
 * of a task is the protocol's to say: the database only adds the line.
 */
export function parseEntry(text: string, codec: TaskCodec): TaskEntry {
  const claimed = findClaim(text);
  return claimed === undefined ? (JSON.parse(text) as TaskEntry) : codec.planClaim(claimed.entry, claimed.terms).result;
}

/** Of a row with the entry only if columns do not say all. */
export function toLink(row: Row, codec: TaskCodec): TaskLink {
  const { id, status, parent_id: parentId, entry } = row;
  if (typeof entry === 'string') return linkOf(parseEntry(entry, codec).task);
  // `toRow` wrote the status.
  return { id: String(id), status: status as TaskStatus, ...(typeof parentId === 'string' ? { parentId } : {}) };
}

/** As `parseEntry`, for who knows what the task was claimed with. */
export function parseClaimed(text: string, terms: ClaimTerms, codec: TaskCodec): TaskEntry {
  const entry = JSON.parse(text.slice(0, text.indexOf('\n'))) as TaskEntry;
  return codec.planClaim(entry, terms).result;
}

/** The task as it was before it was claimed, and with what; undefined where no claim was added. */
export function findClaim(text: string): { readonly entry: TaskEntry; readonly terms: ClaimTerms } | undefined {
  const end = text.indexOf('\n');
  if (end < 0) return undefined;
  // Only `toRow` and the claim write that column.
  return {
    entry: JSON.parse(text.slice(0, end)) as TaskEntry,
    terms: JSON.parse(text.slice(end + 1)) as ClaimTerms,
  };
}

/** Undefined where there is no such row, or only the record was ever stored. */
export function findDocument(row: Row | undefined): string | undefined {
  const text = row?.['document'];
  return typeof text === 'string' ? String(JSON.parse(text)) : undefined;
}

export const dayOf = (id: string): { readonly date: string; readonly number: number } => parseTaskId(id);

export interface EarlierRunOf {
  readonly taskId: string;
  readonly run: EarlierRun;
}

/** Runs that end with this change because others begin: the row of a task holds only the last one. */
export const findEarlierRuns = (change: TaskChange<unknown>, facts: Facts): readonly EarlierRunOf[] =>
  (change.puts ?? []).flatMap((put) => {
    const id = put.formerId ?? put.task.id;
    const before = facts.named.get(id) ?? facts.queue.find(({ task }) => task.id === id);
    const run = findEarlierRun(before, put);
    return run === undefined ? [] : [{ taskId: put.task.id, run }];
  });

/** Of tasks that have another id by now, nothing is stored. */
export const insertEarlierRuns = (schema: string, runs: readonly EarlierRunOf[]): Statement => ({
  text: `INSERT INTO ${schema}.attempt AS a (task_id, attempt, record)
         SELECT r.* FROM unnest($1::text[], $2::bigint[], $3::text[]) AS r(task_id, attempt, record)
         JOIN ${schema}.task t ON t.id = r.task_id
         ON CONFLICT (task_id, attempt) DO UPDATE SET record = excluded.record`,
  values: [
    runs.map(({ taskId }) => taskId),
    runs.map(({ run }) => run.run.attempt),
    runs.map(({ run }) => JSON.stringify(run)),
  ],
});
