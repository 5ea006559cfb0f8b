import { scanMarkdown } from '../../../kernel/markdown/index.ts';
import type {
  ForeignSection,
  ForeignSource,
  ForeignTask,
  ReportRow,
  SourceFile,
  SourceReader,
} from '../foreign-task.ts';
import { cleanLine } from '../record-reader.ts';

const FILES = /^(?:specs\/)?(?:[^/]+\/)?(?:tasks|spec|plan)\.md$/;
const TASK = /^\s*[-*] +\[([ xX~-])\] +(?:\*\*)?(T-?\d+[a-z]?)(?:\*\*)?[:.]? +(.*)$/;
const PARALLEL = /^\[P\]$/i;
const MARK = /^\[([^\]]{1,24})\]$/;

/** Spec Kit: a folder per feature, with its work as a checklist in `tasks.md`. */
export const speckit: SourceReader = {
  expects: 'specs/<feature>/tasks.md',
  places: [
    { folder: 'specs', files: FILES, depth: 1 },
    { folder: '.specify/specs', files: FILES, depth: 1 },
    { folder: '', files: FILES, depth: 2 },
  ],
  parse: (files) => parseSpeckit(files),
};

function parseSpeckit(files: readonly SourceFile[]): ForeignSource {
  const rows: ReportRow[] = [];
  const lists = files.filter(({ path }) => path === 'tasks.md' || path.endsWith('/tasks.md'));
  const features = lists.map(({ path, text = '' }) => {
    const folder = path.slice(0, -'tasks.md'.length);
    const spec = files.find((file) => file.path === `${folder}spec.md`)?.text;
    return parseFeature(/([^/]+)\/$/.exec(folder)?.[1] ?? 'feature', folder, text, spec, rows);
  });
  const tasks = features.flat();
  const skipped = rows.filter(({ kind }) => kind === 'skipped').length;
  return { tasks, found: tasks.length + skipped, rows };
}

interface ListedTask extends OrderedTask {
  /** As the list says it: `T001`. */
  readonly number: string;
  readonly title: string;
  readonly isDone: boolean;
  readonly marks: readonly string[];
  readonly details: readonly string[];
}

function parseFeature(
  feature: string,
  folder: string,
  text: string,
  spec: string | undefined,
  rows: ReportRow[],
): ForeignTask[] {
  const list = tellApart(feature, readList(feature, text, rows), rows);
  const order = inferOrder(list);
  if (list.some(({ key }) => (order.get(key)?.length ?? 0) > 0))
    rows.push({
      kind: 'inferred',
      item: feature,
      field: 'dependencies',
      detail: 'tasks wait for those before them, except that [P] and other user stories let them run side by side',
    });
  const tasks = list.map((task) => toTask(feature, task, order.get(task.key) ?? []));
  return tasks.length === 0 ? [] : [toFeature(feature, folder, spec ?? text, tasks), ...tasks];
}

/** The feature itself: the parent of its tasks, done when they are. */
function toFeature(feature: string, folder: string, text: string, tasks: readonly ForeignTask[]): ForeignTask {
  const heading = /^# +(?:Feature Specification: *|Tasks: *)?(.+)$/m.exec(text)?.[1];
  return {
    id: feature,
    title: cleanLine(heading ?? feature),
    status: tasks.every(({ status }) => status === 'done') ? 'done' : 'backlog',
    labels: ['feature'],
    dependsOn: [],
    sections: [{ text: `Specification: ${folder}spec.md\nPlan: ${folder}plan.md\nTasks: ${folder}tasks.md` }],
    criteria: [],
    comments: [],
    extra: {},
  };
}

const toTask = (feature: string, task: ListedTask, dependsOn: readonly string[]): ForeignTask => ({
  id: `${feature}/${task.key}`,
  title: task.title,
  status: task.isDone ? 'done' : 'ready',
  parent: feature,
  labels: task.marks.map((mark) => mark.toLowerCase()),
  dependsOn: dependsOn.map((key) => `${feature}/${key}`),
  sections: toSections(task),
  criteria: [],
  comments: [],
  extra: {},
});

const toSections = ({ phase, details }: ListedTask): ForeignSection[] => [
  { text: [...(phase === '' ? [] : [`Phase: ${phase}`]), ...details].join('\n') },
];

/** One task per number: the order of the list counts for each, so they must differ before it is derived. */
function tellApart(feature: string, list: readonly ListedTask[], rows: ReportRow[]): ListedTask[] {
  const kept = new Map<string, ListedTask>();
  const keys = new Map<string, string>();
  for (const task of list) {
    const item = `${feature}/${task.number}`;
    const line = `${task.number} ${task.title}`;
    const other = kept.get(keys.get(line) ?? '');
    if (other !== undefined) {
      const details = [...other.details, ...task.details];
      kept.set(other.key, { ...other, isDone: other.isDone || task.isDone, details });
      rows.push({ kind: 'skipped', item, detail: 'it occurs twice; the first place in the list counts' });
      continue;
    }
    const key = freeKey(kept, task.number);
    if (key !== task.number)
      rows.push({
        kind: 'changed',
        item,
        field: 'id',
        detail: `another item has this id; it is ${feature}/${key} here`,
      });
    kept.set(key, { ...task, key });
    keys.set(line, key);
  }
  return [...kept.values()];
}

function freeKey(taken: ReadonlyMap<string, unknown>, number: string): string {
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? number : `${number}~${count}`;
    if (!taken.has(key)) return key;
  }
}

function readList(feature: string, text: string, rows: ReportRow[]): ListedTask[] {
  const tasks: (ListedTask & { details: string[] })[] = [];
  let phase = '';
  for (const [at, { kind, start, end }] of scanMarkdown(text).lines.entries()) {
    const line = text.slice(start, end);
    // Code blocks and comments show what a task looks like; they have none.
    const isQuoted = kind === 'fence' || kind === 'html';
    if (!isQuoted) phase = /^## +(.+?)\s*$/.exec(line)?.[1] ?? phase;
    const task = isQuoted ? null : TASK.exec(line);
    if (task !== null) tasks.push({ ...readTask(task), phase, details: [] });
    else if (/^\s{2,}\S/.test(line) && tasks.length > 0) tasks.at(-1)?.details.push(cleanLine(line));
    else if (!isQuoted && /^\s*[-*] +\[[ xX]\]/.test(line))
      rows.push({ kind: 'skipped', item: `${feature}/tasks.md:${at + 1}`, detail: 'a checkbox without a task number' });
  }
  return tasks;
}

function readTask([, box = ' ', key = '', rest = '']: RegExpExecArray): Omit<ListedTask, 'phase' | 'details'> {
  const words = rest.trim().split(/\s+/);
  const marks: string[] = [];
  let isParallel = false;
  while (words[0] !== undefined && MARK.test(words[0])) {
    const word = words.shift() ?? '';
    if (PARALLEL.test(word)) isParallel = true;
    else marks.push(MARK.exec(word)?.[1] ?? word);
  }
  const title = cleanLine(words.join(' '));
  const named = /\(depends on ([^)]+)\)/i.exec(title)?.[1] ?? '';
  return {
    key,
    number: key,
    isDone: /[xX]/.test(box),
    isParallel,
    marks,
    title: title === '' ? key : title,
    named: named.match(/T-?\d+[a-z]?/g) ?? [],
  };
}

/** What of a task decides when it can begin. */
interface OrderedTask {
  readonly key: string;
  /** The heading it is under. */
  readonly phase: string;
  readonly isParallel: boolean;
  /** Keys it says it depends on. */
  readonly named: readonly string[];
}

/**
 * Which tasks each one waits for, by the rules of Spec Kit: phases follow each other, user stories run beside each other
 * once what comes before them is done, and within a phase the tasks marked [P] run beside each other.
 */
function inferOrder(tasks: readonly OrderedTask[]): Map<string, string[]> {
  const known = new Set(tasks.map(({ key }) => key));
  const waits = new Map<string, string[]>();
  let before: string[] = [];
  let stories: string[] = [];
  for (const phase of groupByPhase(tasks)) {
    const isStory = /\buser stor/i.test(phase[0]?.phase ?? '');
    if (!isStory && stories.length > 0) [before, stories] = [stories, []];
    const last = orderPhase(phase, before, known, waits);
    if (isStory) stories = [...stories, ...last];
    else before = last;
  }
  return waits;
}

/** Gives the tasks that the next phase waits for. */
function orderPhase(
  phase: readonly OrderedTask[],
  before: readonly string[],
  known: ReadonlySet<string>,
  waits: Map<string, string[]>,
): string[] {
  let barrier = [...before];
  let group: string[] = [];
  for (const { key, isParallel, named } of phase) {
    if (!isParallel && group.length > 0) [barrier, group] = [group, []];
    const others = [...new Set([...barrier, ...named])].filter((other) => other !== key && known.has(other));
    waits.set(key, others);
    if (isParallel) group.push(key);
    else barrier = [key];
  }
  return group.length > 0 ? group : barrier;
}

function groupByPhase(tasks: readonly OrderedTask[]): OrderedTask[][] {
  const phases: OrderedTask[][] = [];
  for (const task of tasks) {
    const last = phases.at(-1);
    if (last?.[0]?.phase === task.phase) last.push(task);
    else phases.push([task]);
  }
  return phases;
}
