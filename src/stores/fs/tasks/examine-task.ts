import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import type { BrokenFile, TaskChange } from '../../../kernel/ports/index.ts';
import { isFinished, TASK_STATUSES, type TaskEntry, type TaskRecord, type TaskStatus } from '../../../kernel/tasks.ts';
import type { DraftFile } from './scan-folders.ts';
import { textSha } from './task-line.ts';
import { readTaskText, type TextDeps } from './task-texts.ts';

/** What is in one status folder under the name of a task. */
interface FoundFile {
  readonly status: TaskStatus;
  readonly path: string;
  /** Of what can be read; of the reason if nothing can. */
  readonly sha: string;
  readonly text?: string;
  readonly task?: TaskRecord;
  readonly reason?: string;
}

export interface Repair {
  readonly entry: TaskEntry;
  readonly text: string;
  /** Files that have to go; what is in them is kept aside. */
  readonly strays: readonly { readonly id: string; readonly status: TaskStatus; readonly sha: string }[];
}

export type Verdict =
  | {
      readonly kind: 'edit';
      readonly id: string;
      readonly change: TaskChange<null>;
      readonly text: string;
      readonly from: { readonly status: TaskStatus; readonly sha: string };
    }
  /** A text that somebody wrote by hand becomes a task under an id of its own. */
  | {
      readonly kind: 'draft';
      readonly path: string;
      readonly found: DraftFile;
      readonly sha: string;
      readonly text: string;
    }
  | { readonly kind: 'broken'; readonly file: BrokenFile; readonly sha: string; readonly repair?: Repair };

/** Compares everything on disk under the name of one task with what the journal says about it. At once, under the lock. */
export function examineTask(deps: TextDeps, id: string, now: number): Verdict[] {
  const found = TASK_STATUSES.flatMap((status) => findFile(deps, id, status) ?? []);
  const status = deps.view.index.statusOf(id);
  if (status === undefined) return examineStranger(deps, id, found, now);
  const own = found.find((file) => file.status === status);
  const others = found.filter((file) => file.status !== status);
  if (own === undefined && others.length === 1) return examineMoved(deps, id, status, others[0], now);
  return [
    ...examineOwn(deps, id, status, own, now),
    ...others.flatMap((file) => examineCopy(deps, id, status, file, now)),
  ];
}

/** Whether it can be a task is seen when it is given an id. */
export function examineDraft({ disk, paths, codec }: TextDeps, found: DraftFile, now: number): Verdict[] {
  const path = `tasks/${found.status}/${found.name}.md`;
  let text: string | undefined;
  try {
    text = readTaskText(disk, paths.taskFile(found.status, found.name));
    if (text === undefined) return [];
    codec.complete(text, { id: 'TASK-2026-01-01-001', uid: '0'.repeat(26), status: found.status, now });
    return [{ kind: 'draft', path, found, sha: textSha(text), text }];
  } catch (error) {
    if (!isBatonError(error, 'TASK_FILE_INVALID')) throw error;
    const reason = String(error.details['reason'] ?? error.message);
    return [
      broken({ path, sha: textSha(text ?? reason) }, reason, 'give it a title, or move it somewhere else', undefined),
    ];
  }
}

function findFile({ disk, paths, codec }: TextDeps, id: string, status: TaskStatus): FoundFile | undefined {
  const path = `tasks/${status}/${id}.md`;
  let text: string | undefined;
  try {
    text = readTaskText(disk, paths.taskFile(status, id));
    if (text === undefined) return undefined;
    return { status, path, text, sha: textSha(text), task: codec.parse(text).task };
  } catch (error) {
    if (!isBatonError(error, 'TASK_FILE_INVALID')) throw error;
    const reason = String(error.details['reason'] ?? error.message);
    return { status, path, reason, sha: textSha(text ?? reason), ...given({ text }) };
  }
}

function examineStranger(deps: TextDeps, id: string, found: readonly FoundFile[], now: number): Verdict[] {
  const [first] = found;
  if (first === undefined) return [];
  if (found.length > 1)
    return found.map((file) => broken(file, 'the same id is in several folders', 'remove all but one', undefined));
  const { task, text } = first;
  if (task === undefined && text !== undefined) {
    const drafted = examineDraft(deps, { status: first.status, name: id }, now);
    if (drafted.some(({ kind }) => kind === 'draft')) return drafted;
  }
  if (task === undefined || text === undefined)
    return [broken(first, first.reason ?? 'it cannot be read', 'repair or remove the file', undefined)];
  if (task.id !== id)
    return [broken(first, `it says it is ${task.id}`, 'give file and frontmatter the same id', undefined)];
  const inPlace = { ...task, status: first.status };
  if (task.status !== first.status) {
    const change = deps.codec.planAdoption(inPlace, now);
    const entry = change.puts?.[0];
    const repair = entry === undefined ? undefined : toRepair(deps, entry, text, []);
    return [
      broken(
        first,
        `it is in ${first.status} but says ${task.status}`,
        `its status is set to ${first.status}, the folder it is in`,
        repair,
      ),
    ];
  }
  return [
    {
      kind: 'edit',
      id,
      change: deps.codec.planAdoption(task, now),
      text,
      from: { status: first.status, sha: first.sha },
    },
  ];
}

/** The file is not where the journal put it, but in one other folder. */
function examineMoved(
  deps: TextDeps,
  id: string,
  status: TaskStatus,
  file: FoundFile | undefined,
  now: number,
): Verdict[] {
  if (file === undefined) return [];
  if (file.task !== undefined && file.text !== undefined && file.task.status === file.status) {
    const known = deps.view.index.find(id);
    try {
      if (known !== undefined)
        return [{ kind: 'edit', id, change: deps.codec.planEdit(known, file.task, now), text: file.text, from: file }];
    } catch (error) {
      if (!isBatonError(error, 'TASK_FILE_INVALID')) throw error;
      return [
        broken(
          file,
          String(error.details['reason'] ?? error.message),
          `it is moved back to ${status}`,
          restore(deps, id, file, [file]),
        ),
      ];
    }
  }
  const reason = file.reason ?? `it is in ${file.status} but the task is ${status}`;
  return [broken(file, reason, `it is moved back to ${status}`, restore(deps, id, file, [file]))];
}

function examineOwn(
  deps: TextDeps,
  id: string,
  status: TaskStatus,
  own: FoundFile | undefined,
  now: number,
): Verdict[] {
  const { index } = deps.view;
  if (own === undefined) {
    const file = { path: `tasks/${status}/${id}.md`, sha: 'missing', status };
    return [broken(file, 'the file of the task is gone', 'it is restored', restore(deps, id, file, []))];
  }
  if (own.sha === index.shaOf(id)) return [];
  const known = index.find(id);
  const repair = `it is written as the journal has it, and the edited text is kept in journal/kept`;
  if (own.task === undefined || own.text === undefined)
    return [broken(own, own.reason ?? 'it cannot be read', repair, restore(deps, id, own, []))];
  if (known === undefined) return [];
  if (own.task.status !== status) {
    return [
      broken(
        own,
        `it is in ${status} but says ${own.task.status}`,
        `its status is set back to ${status}; use baton task move`,
        restore(deps, id, own, []),
      ),
    ];
  }
  try {
    return [{ kind: 'edit', id, change: deps.codec.planEdit(known, own.task, now), text: own.text, from: own }];
  } catch (error) {
    if (!isBatonError(error, 'TASK_FILE_INVALID')) throw error;
    return [broken(own, String(error.details['reason'] ?? error.message), repair, restore(deps, id, own, []))];
  }
}

/** A second file under the id of a task that is where it belongs. */
function examineCopy(deps: TextDeps, id: string, status: TaskStatus, file: FoundFile, now: number): Verdict[] {
  const isOther =
    file.task !== undefined && file.task.uid !== deps.view.index.find(id)?.task.uid && !isFinished(status);
  if (isOther && file.task !== undefined && file.text !== undefined) {
    const number = deps.view.index.freeId(id.slice('TASK-'.length, 'TASK-YYYY-MM-DD'.length));
    const entry = deps.codec.planAdoption({ ...file.task, id: number, status: file.status }, now).puts?.[0];
    const repair =
      entry === undefined ? undefined : toRepair(deps, entry, file.text, [{ id, status: file.status, sha: file.sha }]);
    return [
      broken(
        file,
        `it is another task with the id ${id}`,
        `it gets the id ${number}, as with baton task renumber`,
        repair,
      ),
    ];
  }
  return [
    broken(
      file,
      `the task is ${status}, and this is a second file of it`,
      'the copy is moved to journal/kept',
      restore(deps, id, undefined, [file]),
    ),
  ];
}

const broken = (
  file: Pick<FoundFile, 'path' | 'sha'>,
  reason: string,
  how: string,
  repair: Repair | undefined,
): Verdict => ({
  kind: 'broken',
  file: { path: file.path, reason, repair: how, canRepair: repair !== undefined },
  sha: file.sha,
  ...given({ repair }),
});

/** The task as the journal knows it, with everything of the found text that can be kept. */
function restore(
  deps: TextDeps,
  id: string,
  file: Partial<FoundFile> | undefined,
  strays: readonly FoundFile[],
): Repair | undefined {
  const known = deps.view.index.find(id);
  if (known === undefined) return undefined;
  const entry = { ...known, task: { ...known.task, rev: known.task.rev + 1 } };
  const gone = strays.map(({ status, sha }) => ({ id, status, sha }));
  if (file?.task !== undefined && file.text !== undefined) return toRepair(deps, entry, file.text, gone);
  const own = file === undefined ? readOwn(deps, id) : undefined;
  if (own !== undefined) return toRepair(deps, entry, own, gone);
  // Nothing in it can be understood: all of it becomes the body, so that a person finds it again.
  const text = deps.codec.render(entry.task, undefined, {
    kind: 'replace',
    text: file?.text === undefined || file.text === '' ? '' : `\n${file.text}`,
  });
  return { entry, text, strays: gone };
}

function readOwn({ disk, paths, view }: TextDeps, id: string): string | undefined {
  const status = view.index.statusOf(id);
  return status === undefined ? undefined : readTaskText(disk, paths.taskFile(status, id));
}

const toRepair = (
  deps: TextDeps,
  { body: _body, ...entry }: TaskEntry & { body?: unknown },
  before: string,
  strays: Repair['strays'],
): Repair => ({
  entry,
  text: deps.codec.render(entry.task, before),
  strays,
});
