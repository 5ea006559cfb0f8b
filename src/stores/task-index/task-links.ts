import { given } from '../../kernel/given.ts';
import type { TaskRecord, TaskLink } from '../../kernel/tasks.ts';

export const linkOf = ({ id, status, metadata: { traceId, imported }, parentId }: TaskRecord): TaskLink => ({
  id,
  status,
  ...given({ traceId, parentId, imported: imported && { from: imported.from, id: imported.id } }),
});

const HALF_CHARACTER = /\p{Surrogate}/u;

/** ` trace parent from:id`; what a task has not is empty. Nothing if it has half a character: the file is asked then. */
export function renderLink(task: TaskRecord): string {
  const { traceId = '', parentId = '', imported } = linkOf(task);
  if (HALF_CHARACTER.test(`${traceId}${parentId}${imported?.from}${imported?.id}`)) return '';
  const alias = imported === undefined ? '' : `${encodeURIComponent(imported.from)}:${encodeURIComponent(imported.id)}`;
  return ` ${encodeURIComponent(traceId)} ${encodeURIComponent(parentId)} ${alias}`;
}

/** Undefined if not all of it was kept, as by an older Baton. */
export function parseLink([traceId, parentId, alias]: readonly string[]): Omit<TaskLink, 'id' | 'status'> | undefined {
  if (traceId === undefined || parentId === undefined || alias === undefined) return undefined;
  const [from = '', id = ''] = alias.split(':').map(decodeURIComponent);
  return given({
    traceId: decodeURIComponent(traceId) || undefined,
    parentId: decodeURIComponent(parentId) || undefined,
    imported: alias === '' ? undefined : { from, id },
  });
}
