import { BatonError } from '../../kernel/errors/index.ts';
import { splitFrontmatter } from '../../kernel/frontmatter/index.ts';
import type { TaskChange, TaskCodec } from '../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskMetadata, type TaskRecord } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { planClaim } from './lease.ts';
import { isMoveAllowed, TaskEdit } from './task-edit.ts';
import { completeTaskFile, parseTaskFile, renderTaskFile } from './task-file.ts';

/** How stores read and write task files. */
export const taskCodec: TaskCodec = {
  parse: parseTaskFile,
  bodyOf: (text) => splitFrontmatter(text)?.body ?? parseTaskFile(text).body,
  complete: completeTaskFile,
  render: renderTaskFile,
  planClaim,
  planEdit: (known, found, now) => planEdit(known, found, now),
  planAdoption: (found, now) => planAdoption(found, now),
};

/** The actor of edits to files. */
export const FILE_ACTOR = 'file';

/**
 * Takes over what a person or git did to the file of a known task. Throws TASK_FILE_INVALID if that is not legal:
 * another task under this id, an older state, a move that is not in the table, a lease made by hand.
 */
function planEdit(known: TaskEntry, found: TaskRecord, now: number): TaskChange<null> {
  const { task } = known;
  if (found.id !== task.id) throw refused(task, `it says it is ${found.id}`);
  if (found.uid !== task.uid) throw refused(task, 'it is another task with the same id');
  if (found.rev < task.rev) throw refused(task, `it is an older state (rev ${found.rev}, now ${task.rev})`);
  if (found.status !== task.status) assertLegalMove(task, found);
  const base = { ...known, task: { ...task, rev: Math.max(found.rev, task.rev) } };
  const edit = new TaskEdit(base, { actor: FILE_ACTOR, now });
  edit.move(found.status, { reason: 'edited by hand' });
  const {
    status: _status,
    lease: _lease,
    rev: _rev,
    updatedAt: _updatedAt,
    lastTransitionAt: _last,
    ...fields
  } = found;
  // What was said and counted by commands is not changed by an edit of the file.
  const { fence, attempts, remarks } = task.metadata;
  const block = edit.task.status === 'blocked' ? (found.metadata.block ?? edit.task.metadata.block) : undefined;
  edit.set(fields).setMetadata({ fence, attempts, remarks, block, origin: fromFile(now) });
  edit.log('task.edited', { fields: changedFields(task, edit.task) });
  return edit.toChange(null);
}

/** The record of a file that nobody knows yet: copied here, checked out, merged. A lease from elsewhere means nothing. */
function planAdoption(found: TaskRecord, now: number): TaskChange<null> {
  const { lease: _, ...task } = found;
  const isHeld = found.status === 'in-progress';
  const edit = new TaskEdit({ task: { ...task, rev: task.rev - 1 } }, { actor: FILE_ACTOR, now });
  edit.set(isHeld ? { status: 'ready', lastTransitionAt: renderIsoTime(now) } : {});
  edit.setMetadata({ origin: fromFile(now) });
  edit.log('task.created', { title: task.title, status: edit.task.status, adopted: true });
  return edit.toChange(null);
}

/** The brief then says that a name in the file proves nothing. */
const fromFile = (now: number): TaskMetadata['origin'] => ({ door: 'file', at: renderIsoTime(now) });

function assertLegalMove(task: TaskRecord, found: TaskRecord): void {
  if (!isMoveAllowed(task.status, found.status)) throw refused(task, `${task.status} cannot become ${found.status}`);
  if (found.status === 'in-progress') throw refused(task, 'only a claim makes a task in-progress');
  if (isFinished(task.status)) throw refused(task, `${task.status} is final`);
}

const refused = ({ id }: TaskRecord, reason: string): BatonError =>
  new BatonError('TASK_FILE_INVALID', `the edit of ${id} cannot be adopted: ${reason}`, { id, reason });

const changedFields = (before: TaskRecord, after: TaskRecord): string[] =>
  (['title', 'status', 'priority', 'routing', 'parentId', 'dependsOn', 'metadata'] as const).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
