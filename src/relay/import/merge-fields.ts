import type { TaskRecord } from '../../kernel/tasks.ts';
import type { ForeignTask } from './foreign-task.ts';
import { IMPORTED_FIELDS, marksOfTask, type ImportedField, type SourceMarks } from './source-marks.ts';

/** Which fields follow the other tool. */
export interface Merge {
  readonly fields: readonly ImportedField[];
  /** Changed on both sides, to different values. */
  readonly conflicts: readonly ImportedField[];
  /** An agent works on it: its status is left alone. */
  readonly isHeld: boolean;
}

export const IN_PROGRESS_STAYS = 'an agent works on it here; its status stays';

interface Sides {
  readonly foreign: ForeignTask;
  readonly task: TaskRecord;
  /** Its body now. */
  readonly current: string;
  /** What the other tool said last time; undefined if nobody knows. */
  readonly base: SourceMarks | undefined;
  readonly marks: SourceMarks;
}

/** A field follows the other tool if it changed there and not here. */
export function mergeFields({ task, current, base, marks }: Sides, foreignId: (id: string) => string): Merge {
  const own = marksOfTask(task, current, foreignId);
  const changedThere = IMPORTED_FIELDS.filter((field) => marks[field] !== base?.[field] && marks[field] !== own[field]);
  const isHeld = task.status === 'in-progress' && changedThere.includes('status');
  const free = changedThere.filter((field) => !(isHeld && field === 'status'));
  const conflicts = free.filter((field) => base !== undefined && own[field] !== base[field]);
  return { fields: free.filter((field) => !conflicts.includes(field)), conflicts, isHeld };
}
