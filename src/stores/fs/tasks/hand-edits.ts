import type {
  BrokenFile,
  Clock,
  Disk,
  Inspection,
  Journal,
  ReconcileOptions,
  Reconciliation,
} from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type EventDraft, type PlaneEvent } from '../../../kernel/tasks.ts';
import { unlessGone } from '../file-errors.ts';
import type { DerivedFiles } from './derived-files.ts';
import { examineDraft, examineTask, type Repair, type Verdict } from './examine-task.ts';
import { readFolderTimes, scanFolders, type FolderScan, type TouchedTasks } from './scan-folders.ts';
import type { TaskDraft } from './task-draft.ts';
import { textSha, type TaskLine } from './task-line.ts';
import type { TextDeps } from './task-texts.ts';

interface HandEditsDeps extends TextDeps {
  readonly clock: Clock;
  readonly derived: DerivedFiles;
  readonly touched: TouchedTasks;
  journal(): Journal<TaskLine>;
  draft(ids: readonly string[]): TaskDraft;
  compactIfLarge(): Promise<void>;
  onEvents(events: readonly PlaneEvent[]): void;
}

const WATCHED_DEEP_MS = 10 * 60_000;

/** Finds what people did to the files of tasks: adopts what is legal, and reports the rest once. */
export class HandEdits {
  readonly #deps: HandEditsDeps;
  /** When all files were last opened while the folders were watched. */
  #deepAt: number | undefined;

  constructor(deps: HandEditsDeps) {
    this.#deps = deps;
  }

  async inspect(only?: readonly string[]): Promise<Inspection> {
    const scan =
      only === undefined
        ? await scanFolders(this.#deps.disk, this.#deps.paths, this.#deps.view, TASK_STATUSES)
        : { suspects: [], drafts: [], broken: [], gone: [] };
    const suspects = [...scan.suspects, ...this.#findEdited(only)];
    const verdicts = [...this.#examine(suspects), ...this.#examineDrafts(scan)];
    return {
      edited: verdicts.flatMap((verdict) =>
        verdict.kind === 'edit' ? [verdict.id] : verdict.kind === 'draft' ? [verdict.path] : [],
      ),
      broken: [...scan.broken, ...verdicts.filter((verdict) => verdict.kind === 'broken')].map(({ file }) => file),
      ...(only === undefined ? { gone: scan.gone } : {}),
      kept: await this.#listKept(),
    };
  }

  async #listKept(): Promise<readonly string[]> {
    const entries = (await unlessGone(this.#deps.disk.readdir(this.#deps.paths.kept))) ?? [];
    return entries.map(({ name }) => `journal/kept/${name}`).sort();
  }

  async reconcile({ repair = false, deep = false }: ReconcileOptions = {}): Promise<Reconciliation> {
    const touched = this.#deps.touched.take();
    const isDeep = repair || touched.all || (deep && this.#isDeepDue());
    const folders = isDeep ? TASK_STATUSES : await this.#deps.derived.changedFolders();
    const { isBehind } = this.#deps.derived;
    if (folders.length === 0 && !isBehind && touched.ids.length === 0)
      return { adopted: [], reported: [], repaired: [] };
    if (isBehind) await this.#deps.journal().commit(() => []);
    const scan = await scanFolders(this.#deps.disk, this.#deps.paths, this.#deps.view, folders);
    // What is just being written by Baton is looked at when that is done.
    this.#deps.touched.putBack(touched.ids.filter((id) => this.#deps.view.findPending(id) !== undefined));
    const suspects = [...scan.suspects, ...(isDeep ? this.#findEdited() : this.#findEdited(touched.ids))];
    const times = await readFolderTimes(this.#deps.disk, this.#deps.paths, folders);
    const { isWhole, ...reconciliation } =
      suspects.length + scan.drafts.length + scan.broken.length === 0
        ? NOTHING
        : await this.#adopt(suspects, scan, repair);
    if (isWhole) await this.#deps.derived.noteFolders(times);
    if (this.#deps.derived.hasWritten) await this.#deps.compactIfLarge();
    return reconciliation;
  }

  /** A process that is notified of every edit opens all files only now and then, in case that fails. */
  #isDeepDue(): boolean {
    const now = this.#deps.clock.now();
    const { isWatching } = this.#deps.touched;
    if (isWatching && this.#deepAt !== undefined && Math.abs(now - this.#deepAt) < WATCHED_DEEP_MS) return false;
    this.#deepAt = isWatching ? now : undefined;
    return true;
  }

  async #adopt(suspects: readonly string[], scan: FolderScan, repair: boolean): Promise<Adoption> {
    let outcome: Adoption = NOTHING;
    let events: readonly PlaneEvent[] = [];
    await this.#deps.journal().commit(() => {
      const verdicts = [...this.#examine(suspects), ...this.#examineDrafts(scan)];
      const plan = planReconciliation([...scan.broken, ...verdicts], this.#deps.view.broken, repair);
      const draft = this.#deps.draft([]);
      for (const edit of plan.edits) draft.adopt(edit);
      const made = plan.drafts.map((verdict) => draft.adoptDraft(verdict));
      for (const one of plan.repairs) draft.repair(one.file, one.repair);
      if (plan.reported.length > 0)
        draft.add({ events: plan.reported.map(({ file }) => brokenEvent(file)), result: null }, plan.noted);
      outcome = {
        adopted: [...plan.edits.map(({ id }) => id), ...made],
        reported: plan.reported.map(({ file }) => file),
        repaired: plan.repairs.map(({ file }) => file.path),
        isWhole: !suspects.some((id) => this.#deps.view.findPending(id) !== undefined),
      };
      events = draft.events;
      return draft.lines;
    });
    if (events.length > 0) this.#deps.onEvents(events);
    return outcome;
  }

  /** What is on disk for a task that is just being changed is neither its old state nor an edit. */
  #examine(ids: readonly string[]): Verdict[] {
    const settled = [...new Set(ids)].filter((id) => this.#deps.view.findPending(id) === undefined);
    return settled.flatMap((id) => examineTask(this.#deps, id, this.#deps.clock.now()));
  }

  #examineDrafts({ drafts }: FolderScan): Verdict[] {
    return drafts.flatMap((found) => examineDraft(this.#deps, found, this.#deps.clock.now()));
  }

  /** Live tasks whose text is not the one that was written. Opens every file. */
  #findEdited(wanted?: readonly string[]): string[] {
    const { index } = this.#deps.view;
    const ids = wanted ?? TASK_STATUSES.flatMap((status) => [...index.idsIn(status)]);
    return ids.filter((id) => {
      if (wanted !== undefined && index.find(id) === undefined) return false;
      const status = index.statusOf(id);
      const bytes =
        status === undefined ? undefined : readAnything(this.#deps.disk, this.#deps.paths.taskFile(status, id));
      return bytes === undefined || textSha(bytes) !== index.shaOf(id);
    });
  }
}

interface Adoption extends Reconciliation {
  /** False if a task could not be looked at because it was just being changed. */
  readonly isWhole: boolean;
}

const NOTHING: Adoption = { adopted: [], reported: [], repaired: [], isWhole: true };

/** Whatever is there; undefined if nothing can be read. */
function readAnything(disk: Disk, path: string): Buffer | undefined {
  try {
    return disk.readNow(path);
  } catch {
    return undefined;
  }
}

interface ReconcilePlan {
  readonly edits: readonly Extract<Verdict, { kind: 'edit' }>[];
  readonly drafts: readonly Extract<Verdict, { kind: 'draft' }>[];
  readonly repairs: readonly { readonly file: BrokenFile; readonly repair: Repair }[];
  /** Broken and not said before. */
  readonly reported: readonly Extract<Verdict, { kind: 'broken' }>[];
  /** By path, the hash of what was reported. */
  readonly noted: Readonly<Record<string, string>>;
}

function planReconciliation(
  verdicts: readonly Verdict[],
  known: ReadonlyMap<string, string>,
  repair: boolean,
): ReconcilePlan {
  const broken = verdicts.filter((verdict) => verdict.kind === 'broken');
  const repairs = broken.flatMap(({ file, repair: how }) =>
    repair && how !== undefined ? [{ file, repair: how }] : [],
  );
  const reported = broken.filter(
    ({ file, sha }) => known.get(file.path) !== sha && !repairs.some((one) => one.file === file),
  );
  return {
    edits: verdicts.filter((verdict) => verdict.kind === 'edit'),
    drafts: verdicts.filter((verdict) => verdict.kind === 'draft'),
    repairs,
    reported,
    noted: Object.fromEntries(reported.map(({ file, sha }) => [file.path, sha])),
  };
}

const brokenEvent = (file: BrokenFile): EventDraft => ({
  type: 'task.broken',
  actor: 'store',
  payload: { path: file.path, reason: file.reason, repair: file.repair },
});
