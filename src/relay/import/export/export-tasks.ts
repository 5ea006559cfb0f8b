import { dirname, join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Files, TaskStore } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskRecord } from '../../../kernel/tasks.ts';
import type { ReportRow } from '../foreign-task.ts';
import {
  isFrom,
  rowsOf,
  splitBody,
  splitFields,
  type BodyParts,
  type ExportedFile,
  type ExportedTask,
  type ForeignId,
  type Shortfalls,
} from './exported-task.ts';
import { BACKLOG_ROWS, BACKLOG_SHORTFALLS, renderBacklog } from './to-backlog.ts';
import { BEADS_SHORTFALLS, renderBeads, toBeadsId } from './to-beads.ts';

/** Tools whose data can be written. */
export const EXPORT_TARGETS = ['backlog', 'beads'] as const;
export type ExportTargetName = (typeof EXPORT_TARGETS)[number];

export interface ExportTasksRequest {
  readonly to: ExportTargetName;
  /** Absolute: a folder, which must not hold such data yet. */
  readonly path: string;
  readonly dryRun: boolean;
  onProgress?(count: number): void;
}

export interface ExportTasksResult {
  readonly to: ExportTargetName;
  readonly path: string;
  readonly tasks: number;
  /** Relative to the path. */
  readonly files: number;
  readonly report: readonly ReportRow[];
}

interface ExportTarget {
  /** The body by what the tool has fields for. */
  split(body: string): BodyParts;
  render(tasks: readonly ExportedTask[], foreignId: ForeignId): ExportedFile[];
  readonly shortfalls: Shortfalls;
  /** What is so for all tasks. */
  readonly rows: readonly ReportRow[];
}

const TARGETS: Readonly<Record<ExportTargetName, ExportTarget>> = {
  backlog: { split: splitBody, render: renderBacklog, shortfalls: BACKLOG_SHORTFALLS, rows: BACKLOG_ROWS },
  beads: { split: splitFields, render: renderBeads, shortfalls: BEADS_SHORTFALLS, rows: [] },
};

/** Ids that the tools themselves give. */
const ID_FORMS: Readonly<Record<ExportTargetName, RegExp>> = {
  backlog: /^[A-Za-z]{1,32}-\d+(?:\.\d+)*$/,
  beads: /^[A-Za-z0-9_-]{1,64}-[A-Za-z0-9.]{1,64}$/,
};
const AT_ONCE = 8;

/** Writes all tasks in the form of another tool, with the ids they had there. */
export async function exportTasks(
  { files, tasks }: { readonly files: Files; tasks(): Promise<TaskStore> },
  request: ExportTasksRequest,
): Promise<ExportTasksResult> {
  const store = await tasks();
  const records = await store.list({ statuses: TASK_STATUSES });
  const target = TARGETS[request.to];
  const ids = giveIds(records, request.to);
  const exported: ExportedTask[] = [];
  for (const task of records)
    exported.push({
      task,
      id: ids.get(task.id) ?? task.id,
      parts: withRemarks(target.split(await store.readBody(task.id)), task),
      artifacts: (await store.listArtifacts(task.id)).length,
    });
  const written = target.render(exported, (id) => ids.get(id));
  await assertFree(files, request.path, written);
  if (!request.dryRun) await writeFiles(files, request, written);
  return {
    to: request.to,
    path: request.path,
    tasks: exported.length,
    files: written.length,
    report: [
      ...exported.flatMap((task) => rowsOf(task, request.to, target.shortfalls)),
      ...(exported.length === 0 ? [] : target.rows),
    ],
  };
}

/** What people said of it since it is here. */
const withRemarks = (parts: BodyParts, { metadata: { remarks = [] } }: TaskRecord): BodyParts => ({
  ...parts,
  comments: [...parts.comments, ...remarks.map(({ at, by, text }) => ({ at, author: by, text }))],
});

/** The id it had in that tool; a new one of the tool's form for others. */
function giveIds(tasks: readonly TaskRecord[], to: ExportTargetName): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const task of tasks) {
    const id = isFrom(task, to) ? task.metadata.imported?.id : undefined;
    // It is part of a file's name there, and comes from a file that anybody may have written.
    if (id === undefined || !ID_FORMS[to].test(id)) continue;
    ids.set(task.id, id);
    taken.add(id.toLowerCase());
  }
  let number = 1;
  for (const task of tasks) {
    if (ids.has(task.id)) continue;
    while (taken.has(`task-${number}`)) number += 1;
    ids.set(task.id, to === 'beads' ? toBeadsId(task) : `TASK-${number++}`);
  }
  return ids;
}

async function assertFree(files: Files, path: string, written: readonly ExportedFile[]): Promise<void> {
  const [first] = written;
  if (first === undefined || (await files.stat(join(path, first.path))) === undefined) return;
  throw new BatonError('FILE_EXISTS', `${join(path, first.path)} is there already`, {
    path,
    hint: 'name a new folder: an export does not change existing files',
  });
}

async function writeFiles(
  files: Files,
  { path, onProgress }: ExportTasksRequest,
  written: readonly ExportedFile[],
): Promise<void> {
  for (const folder of new Set(written.map((file) => dirname(join(path, file.path))))) await files.createFolder(folder);
  for (let at = 0; at < written.length; at += AT_ONCE) {
    await Promise.all(
      written
        .slice(at, at + AT_ONCE)
        .map((file) => files.writeAtomic(join(path, file.path), file.text, { exclusive: true })),
    );
    onProgress?.(Math.min(at + AT_ONCE, written.length));
  }
}
