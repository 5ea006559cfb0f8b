import { join, sep } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { crc32, sha256Hex } from '../../../kernel/hash.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import type { ArtifactWrite } from '../../../kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry, TaskStatus } from '../../../kernel/tasks.ts';

/** What one line of the task journal says. */
export type TaskLine =
  | ({ readonly kind: 'change' } & ChangeLine)
  /** First line of a journal that was compacted. */
  | ({ readonly kind: 'snapshot' } & SnapshotLine)
  | { readonly kind: 'live'; readonly tasks: readonly { readonly entry: TaskEntry; readonly sha: string }[] }
  /** `id status rev sha` per line, as the index keeps them; `linked` if each has its links too. */
  | { readonly kind: 'finished'; readonly text: string; readonly linked?: boolean }
  | { readonly kind: 'seen'; readonly keys: readonly string[] };

export interface ChangeLine {
  readonly puts: readonly LinePut[];
  readonly artifacts: readonly ArtifactWrite[];
  readonly events: readonly PlaneEvent[];
  readonly seen: readonly string[];
  /** Files reported as broken, by path, with the hash of what was found. */
  readonly broken?: Readonly<Record<string, string>>;
  /** Ids that were given away, for tasks that are made later. */
  readonly reserved?: readonly string[];
}

export interface LinePut {
  readonly entry: TaskEntry;
  readonly text: string;
  readonly sha: string;
  /** Where the task was before; absent for a new one. */
  readonly from?: TaskPlace;
  /** Other places whose files have to go: copies, and files that were in the wrong folder. */
  readonly strays?: readonly TaskPlace[];
}

export interface TaskPlace {
  readonly id: string;
  readonly status: TaskStatus;
  readonly sha: string;
}

export interface SnapshotLine {
  /** Tells one journal from the one before it. */
  readonly generation: number;
  readonly lastEventId?: string;
  /** Length in bytes of the event file that was the latest, all of it flushed. */
  readonly events?: { readonly file: string; readonly sizeBytes: number };
  readonly lastNumbers: Readonly<Record<string, number>>;
  readonly broken: Readonly<Record<string, string>>;
}

// A line begins {"c":"01234567",… : the checksum covers everything after it, and the line is still plain JSON.
export const HEAD_LENGTH = '{"c":"01234567",'.length;

export function sealLine(line: TaskLine): string {
  const rest = JSON.stringify(line).slice(1);
  return `{"c":"${checksum(rest)}",${rest}`;
}

export const isWholeLine = (text: string, bytes?: Uint8Array): boolean =>
  text.startsWith('{"c":"') && text.slice(6, 14) === checksum(bytes?.subarray(HEAD_LENGTH) ?? text.slice(HEAD_LENGTH));

/** The journal only hands out lines whose checksum is right: what is in them was written by `sealLine`. */
export function parseLine(text: string): TaskLine {
  const line = JSON.parse(text) as TaskLine;
  if (!KINDS.has(line.kind)) {
    throw new BatonError('JOURNAL_CORRUPT', `the task journal has a line of an unknown kind: ${line.kind}`, {
      hint: 'it was written by a newer Baton: use that one',
    });
  }
  return line;
}

/** What a line of a snapshot holds, seen without reading it; undefined for one that must be read. */
export const bulkKindOf = (text: string): 'live' | 'finished' | undefined =>
  (['live', 'finished'] as const).find((kind) => text.startsWith(`"kind":"${kind}",`, HEAD_LENGTH));

const KINDS: ReadonlySet<string> = new Set<TaskLine['kind']>(['change', 'snapshot', 'live', 'finished', 'seen']);

const checksum = (data: string | Uint8Array): string => crc32(data).toString(16).padStart(8, '0');

/** Where everything of the task plane is under a data dir. */
export interface TaskPaths {
  readonly dataDir: string;
  readonly journal: string;
  readonly marker: string;
  /** Texts that were in the way of a write and belong to no task any more. */
  readonly kept: string;
  readonly events: string;
  /** Files that tasks had before they were moved, for the next move. */
  readonly spares: string;
  statusFolder(status: TaskStatus): string;
  taskFile(status: TaskStatus, id: string): string;
  companion(status: TaskStatus, id: string): string;
  runs(id: string): string;
  spare(id: string): string;
}

export function taskPaths(dataDir: string): TaskPaths {
  const tasks = join(dataDir, 'tasks') + sep;
  const statusFolder = (status: TaskStatus): string => tasks + status;
  const journalFolder = join(dataDir, 'journal');
  return {
    dataDir,
    journal: join(journalFolder, 'tasks.jsonl'),
    marker: join(journalFolder, 'tasks.projected'),
    kept: join(journalFolder, 'kept'),
    events: join(dataDir, 'events'),
    spares: join(journalFolder, 'spare'),
    statusFolder,
    taskFile: (status, id) => `${tasks}${status}${sep}${id}.md`,
    companion: (status, id) => `${tasks}${status}${sep}${id}`,
    runs: (id) => join(dataDir, 'runs', id),
    spare: (id) => join(journalFolder, 'spare', `${id}.md`),
  };
}

/** The task id of a file name. */
export function findIdOfFile(name: string): string | undefined {
  const id = name.endsWith('.md') ? name.slice(0, -3) : '';
  return isTaskId(id) ? id : undefined;
}

/** Enough of the hash to tell texts of one task apart. */
export const textSha = (text: string | Uint8Array): string => sha256Hex(text).slice(0, 32);

/** The same each time, so that work that is done again after a crash finds what it left. */
export const tempName = (name: string): string => `.baton-${sha256Hex(name).slice(0, 12)}.tmp`;
