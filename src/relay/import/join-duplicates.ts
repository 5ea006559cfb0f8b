import type { ForeignSource, ForeignTask, ReportRow } from './foreign-task.ts';

/**
 * One task per id. Two records of the same item (same title or same creation) are versions: the newer one counts.
 * Different items under one id, as merges bring them, are all taken; the later ones get a number after their id.
 */
export function joinDuplicates({ tasks, found, rows }: ForeignSource): ForeignSource {
  const kept = new Map<string, ForeignTask>();
  const added: ReportRow[] = [];
  for (const task of tasks) addTask(kept, task, added);
  return { tasks: [...kept.values()], found, rows: [...rows, ...added] };
}

function addTask(kept: Map<string, ForeignTask>, task: ForeignTask, rows: ReportRow[]): void {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? task.id : `${task.id}~${number}`;
    const other = kept.get(id);
    if (other === undefined) {
      if (number > 1)
        rows.push({
          kind: 'changed',
          item: task.id,
          field: 'id',
          detail: `another item has this id; it is ${id} here`,
        });
      kept.set(id, { ...task, id });
      return;
    }
    if (isSameItem(other, task)) {
      const isNewer = (task.updatedAt ?? '') >= (other.updatedAt ?? '');
      rows.push({ kind: 'skipped', item: task.id, detail: 'it occurs twice; the newer record counts' });
      if (isNewer) kept.set(id, { ...task, id });
      return;
    }
  }
}

const isSameItem = (a: ForeignTask, b: ForeignTask): boolean =>
  a.title === b.title || (a.createdAt !== undefined && a.createdAt === b.createdAt);
