import { given } from '../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { BrokenFile, Random, TaskChange, TaskLookup, TaskPut } from '../../../kernel/ports/index.ts';
import {
  TASK_STATUSES,
  type EventDraft,
  type PlaneEvent,
  type TaskEntry,
  type TaskRecord,
} from '../../../kernel/tasks.ts';
import { createUlidAfter, isTaskId, parseTaskId, renderTaskId } from '../../../kernel/ids.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import { stampEvents } from '../../task-index/index.ts';
import { textSha, type ChangeLine, type LinePut, type TaskLine } from './task-line.ts';
import type { Repair, Verdict } from './examine-task.ts';
import { loadTask, type LoadedTask, type TextDeps } from './task-texts.ts';

/** One decision under the journal's lock: what it may look at, and the lines it leads to. */
export class TaskDraft {
  readonly #deps: TextDeps;
  readonly #now: number;
  readonly #random: Random;
  readonly #named: ReadonlySet<string>;
  readonly #loaded = new Map<string, LoadedTask>();
  readonly #lines: ChangeLine[] = [];
  /** Given to texts in this very change. */
  readonly #taken = new Set<string>();
  #lastEventId: string | undefined;

  constructor(deps: TextDeps, named: readonly string[], { now, random }: { now: number; random: Random }) {
    this.#deps = deps;
    this.#now = now;
    this.#random = random;
    this.#named = new Set(named);
    this.#lastEventId = deps.view.lastEventId;
  }

  /** A claim may take any task that is ready: its text is read when it is looked at. */
  readonly lookup: TaskLookup = {
    get: (id) => {
      if (!this.#named.has(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
      return this.#load(id)?.entry;
    },
    statusOf: (id) => this.#deps.view.index.statusOf(id),
    dependsOn: (id) => this.#deps.view.index.dependsOn(id),
    childrenOf: (id) => this.#deps.view.index.childrenOf(id),
    wasSeen: (key) => this.#deps.view.index.seen.has(key),
    claimable: (fits) => this.#claimable(fits),
    freeId: (date) => this.#findFreeId(date),
  };

  get lines(): readonly TaskLine[] {
    return this.#lines.map((line) => ({ kind: 'change' as const, ...line }));
  }

  get events(): readonly PlaneEvent[] {
    return this.#lines.flatMap((line) => line.events);
  }

  add(change: TaskChange<unknown>, broken?: Readonly<Record<string, string>>): void {
    const line: ChangeLine = {
      puts: (change.puts ?? []).map((put) => this.#toLinePut(put)),
      artifacts: change.artifacts ?? [],
      events: this.#stamp(change.events ?? []),
      seen: change.seen ?? [],
      ...given({ broken, reserved: change.reserved }),
    };
    const parts = [line.puts, line.artifacts, line.events, line.seen, line.reserved ?? []];
    const isEmpty = parts.every(({ length }) => length === 0);
    if (!isEmpty || broken !== undefined) this.#lines.push(line);
  }

  /** A file that somebody made or changed, as it is. */
  adopt(verdict: Extract<Verdict, { kind: 'edit' }>): void {
    const { id, text, from } = verdict;
    const known = this.#deps.view.index.find(id);
    const adopted = verdict.change.puts?.[0];
    if (adopted === undefined) return;
    this.#loaded.set(id, { entry: known ?? adopted, text, sha: from.sha, status: from.status, isEdited: false });
    this.add(verdict.change);
  }

  /** A text that somebody wrote by hand gets an id, and a file of that name. */
  adoptDraft({ found, text, sha }: Extract<Verdict, { kind: 'draft' }>): string {
    const { codec } = this.#deps;
    const id = isTaskId(found.name) ? found.name : this.#findFreeId(renderIsoDate(this.#now));
    const uid = createUlidAfter(undefined, this.#now, this.#random);
    const completed = codec.complete(text, { id, uid, status: found.status, now: this.#now });
    const change = codec.planAdoption(completed.task, this.#now);
    const entry = change.puts?.[0] ?? { task: completed.task };
    const written = codec.render(entry.task, completed.text);
    const put = { entry, text: written, sha: textSha(written), from: { id: found.name, status: found.status, sha } };
    this.#lines.push({
      puts: [put],
      artifacts: [],
      events: this.#stamp(change.events ?? []),
      seen: [],
      reserved: [id],
    });
    this.#taken.add(id);
    return id;
  }

  repair(file: BrokenFile, { entry, text, strays }: Repair): void {
    const { task } = entry;
    const event = {
      type: 'task.repaired',
      actor: 'doctor',
      taskId: task.id,
      payload: { path: file.path, reason: file.reason },
    };
    const put = { entry, text, sha: textSha(text), strays };
    this.#lines.push({
      puts: [put],
      artifacts: [],
      events: this.#stamp([event]),
      seen: [],
      broken: { [file.path]: '' },
    });
  }

  /** What a person did to the file is taken over before anything else is decided about the task. */
  #load(id: string): LoadedTask | undefined {
    const known = this.#loaded.get(id);
    if (known !== undefined) return known;
    const found = loadTask(this.#deps, id);
    if (found === undefined) return undefined;
    this.#loaded.set(id, found);
    if (!found.isEdited) return found;
    const { task } = this.#deps.codec.parse(found.text);
    this.add(this.#deps.codec.planEdit(found.entry, task, this.#now));
    return this.#loaded.get(id);
  }

  *#claimable(fits: (task: TaskRecord) => boolean): Generator<TaskEntry> {
    for (const { task } of this.#deps.view.index.claimable()) {
      if (!fits(task)) continue;
      const entry = this.#loadWhole(task.id);
      if (entry?.task.status === 'ready' && fits(entry.task)) yield entry;
    }
  }

  /** Not one whose file somebody has just put there by hand: it would be in the way. */
  #findFreeId(date: string): string {
    const { view, disk, paths } = this.#deps;
    const { date: day, number: first } = parseTaskId(view.index.freeId(date));
    for (let number = first; ; number += 1) {
      const id = renderTaskId({ date: day, number });
      if (
        !this.#taken.has(id) &&
        !TASK_STATUSES.some((status) => disk.lstatNow(paths.taskFile(status, id)) !== undefined)
      )
        return id;
    }
  }

  /** A task whose file is broken is no reason not to claim the next one. */
  #loadWhole(id: string): TaskEntry | undefined {
    try {
      return this.#load(id)?.entry;
    } catch (error) {
      if (isBatonError(error, 'TASK_FILE_INVALID') || isBatonError(error, 'TASK_FILE_MISSING')) return undefined;
      throw error;
    }
  }

  #toLinePut({ body, formerId, ...entry }: TaskPut): LinePut {
    const { id } = entry.task;
    const before = this.#loaded.get(formerId ?? id) ?? this.#load(formerId ?? id);
    // Of a text that somebody edited only the reader knows what it holds.
    const known = before?.isEdited === false ? before.entry.task : undefined;
    const text = this.#deps.codec.render(entry.task, before?.text, body, known);
    const sha = textSha(text);
    const from = before === undefined ? undefined : { id: formerId ?? id, status: before.status, sha: before.sha };
    if (formerId !== undefined) this.#loaded.delete(formerId);
    this.#loaded.set(id, { entry, text, sha, status: entry.task.status, isEdited: false });
    return { entry, text, sha, ...given({ from }) };
  }

  #stamp(drafts: readonly EventDraft[]): ChangeLine['events'] {
    const events = stampEvents(drafts, { now: this.#now, lastId: this.#lastEventId, random: this.#random });
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    return events;
  }
}
