import { BatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { ArtifactWrite, TaskChange, TaskCodec, TaskPut } from '../../../kernel/ports/index.ts';
import type { EventDraft, PlaneEvent } from '../../../kernel/tasks.ts';
import type { Row } from '../connection/statements.ts';
import type { Facts } from './lookup.ts';
import { dayOf, toRow } from './task-row.ts';

export const isEmpty = ({ puts, artifacts, events, seen }: TaskChange<unknown>): boolean =>
  [puts, artifacts, events, seen].every((list) => list === undefined || list.length === 0);

interface PayloadParts {
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

/** Where artifacts go that are too large for a row: a folder that every machine sees. */
export interface LargeArtifacts {
  /** Named by its checksum; the same one twice is one file. */
  write(sha256: string, content: Buffer): Promise<void>;
  read(sha256: string): Promise<Buffer | undefined>;
}

const MAX_ROW_BYTES = 1024 * 1024;

interface ArtifactRow {
  readonly taskId: string;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Base64; absent where the bytes stand outside. */
  readonly content?: string;
}

export async function storeArtifacts(writes: readonly ArtifactWrite[], large: LargeArtifacts): Promise<ArtifactRow[]> {
  const rows: ArtifactRow[] = [];
  for (const { taskId, path, content } of lastOfEach(writes))
    rows.push(await toArtifactRow({ taskId, path }, Buffer.from(content, 'utf8'), large));
  return rows;
}

/** A large one is outside before the row that names it is written: a row never points at nothing. */
export async function toArtifactRow(
  name: Pick<ArtifactRow, 'taskId' | 'path'>,
  bytes: Buffer,
  large: LargeArtifacts,
): Promise<ArtifactRow> {
  const sha256 = sha256Hex(bytes);
  const row = { ...name, sha256, size: bytes.length };
  if (bytes.length <= MAX_ROW_BYTES) return { ...row, content: bytes.toString('base64') };
  await large.write(sha256, bytes);
  return row;
}

/** One statement cannot write the same row twice. */
const lastOfEach = (writes: readonly ArtifactWrite[]): readonly ArtifactWrite[] => [
  ...new Map(writes.map((write) => [`${write.taskId} ${write.path}`, write])).values(),
];

export async function readArtifactRow(row: Row, path: string, large: LargeArtifacts): Promise<Buffer> {
  const content = row['content'];
  if (Buffer.isBuffer(content)) return content;
  const sha256 = String(row['sha256']);
  const bytes = await large.read(sha256);
  if (bytes !== undefined && sha256Hex(bytes) === sha256) return bytes;
  const what = bytes === undefined ? 'is missing' : 'was changed';
  throw new BatonError('ARTIFACT_DAMAGED', `the file of ${path} (${sha256}) ${what}`, { path, sha256 });
}
