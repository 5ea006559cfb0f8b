import { isBatonError } from '../../../kernel/errors/index.ts';
import { parseFrontmatter } from '../../../kernel/frontmatter/index.ts';
import { given } from '../../../kernel/given.ts';
import type { TaskStatus } from '../../../kernel/tasks.ts';
import { parseYaml } from '../../../kernel/yaml.ts';
import {
  NOT_READ,
  ORIGIN_FIELD,
  parseCriteria,
  type Comment,
  type ForeignSection,
  type ForeignSource,
  type ForeignTask,
  type ReportRow,
  type SourceFile,
  type SourceReader,
} from '../foreign-task.ts';
import { cleanText, findForeignId, hasTerminalCodes, readComment, RecordReader } from '../record-reader.ts';
import { isStatusWord, readPriorityWord, toStatus } from './status.ts';

/** Comments that mark where a section begins and ends; nothing is lost with them. */
const MARKER = /^<!-- *(?:SECTION:[A-Z_]+|AC|DOD|COMMENTS):(?:BEGIN|END) *-->$/;

/** The text of a task of Backlog.md, by its sections. */
function parseBacklogBody(reader: RecordReader, body: string): Pick<ForeignTask, 'sections' | 'criteria' | 'comments'> {
  if (hasTerminalCodes(body)) reader.note('changed', 'body', 'terminal codes were removed');
  const sections: ForeignSection[] = [];
  let criteria: ForeignTask['criteria'] = [];
  let comments: readonly Comment[] = [];
  for (const section of splitSections(cleanText(body))) {
    const list = section.title === 'Acceptance Criteria' ? parseCriteria(section.text) : undefined;
    const said = section.title === 'Comments' ? parseComments(section.text) : undefined;
    if (list !== undefined && criteria.length === 0) criteria = list;
    else if (said !== undefined && comments.length === 0) comments = said;
    else if (section.text !== '' && section.title !== 'Description') sections.push(section);
    else if (section.text !== '') sections.unshift({ text: section.text });
  }
  return { sections, criteria, comments };
}

function splitSections(body: string): ForeignSection[] {
  const sections: { title?: string; lines: string[] }[] = [{ lines: [] }];
  let isFenced = false;
  for (const line of body.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const title = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (!MARKER.test(line.trim())) sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({
    ...given({ title }),
    text: lines.join('\n').trim(),
  }));
}

/** Undefined if it is not in the form that Backlog.md writes. */
function parseComments(text: string): Comment[] | undefined {
  const blocks = text.split(/^---$/m).map((block) => block.trim());
  const comments: Comment[] = [];
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    const head = blocks[at] ?? '';
    if (!/^(?:author|created|updated):/m.test(head)) return undefined;
    const author = /^author: *(.+)$/m.exec(head)?.[1]?.replace(/^@/, '');
    comments.push(readComment(author, /^created: *(.+)$/m.exec(head)?.[1], blocks[at + 1] ?? ''));
  }
  return comments.length === 0 || (blocks.length % 2 === 1 && blocks.at(-1) !== '') ? undefined : comments;
}

const TASK_FILE = /^(?:(?:tasks|completed|drafts|archive\/tasks|archive\/drafts)\/[^/]+\.md)$/;
const OTHER_FILE = /^(?:docs|decisions|milestones|archive)\/.+\.md$/;
const COUNTED = /^(?:config\.ya?ml|(?:tasks|completed|drafts|docs|decisions|milestones|archive)\/.+\.md)$/;

/** Backlog.md: one Markdown file per task. */
export const backlog: SourceReader = {
  expects: 'backlog/tasks/*.md',
  places: ['backlog', '.backlog', ''].map((folder) => ({ folder, files: COUNTED, depth: 4 })),
  parse: (files) => parseBacklog(files),
};

function parseBacklog(files: readonly SourceFile[]): ForeignSource {
  const rows: ReportRow[] = [];
  const statuses = readStatuses(files, rows);
  const tasks: ForeignTask[] = [];
  let found = 0;
  for (const file of files) {
    if (TASK_FILE.test(file.path)) {
      found += 1;
      const task = parseTask(file, statuses, rows);
      if (task !== undefined) tasks.push(task);
    } else if (OTHER_FILE.test(file.path)) {
      rows.push({ kind: 'dropped', item: file.path, detail: 'a document, not a task' });
    }
  }
  return { tasks, found, rows };
}

/** A project may have statuses of its own: the first and the last of them have a fixed meaning, unless their words do. */
function readStatuses(files: readonly SourceFile[], rows: ReportRow[]): Map<string, TaskStatus> {
  const config = files.find(({ path }) => /^config\.ya?ml$/.test(path));
  if (config?.text === undefined) return new Map();
  try {
    const { statuses } = parseYaml(config.path, config.text);
    const names = Array.isArray(statuses) ? statuses.filter((name) => typeof name === 'string') : [];
    const [first] = names;
    const last = names.at(-1);
    return new Map([
      ...(first === undefined || isStatusWord(first) ? [] : [[first.toLowerCase(), 'ready'] as const]),
      ...(last === undefined || names.length < 2 || isStatusWord(last) ? [] : [[last.toLowerCase(), 'done'] as const]),
    ]);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    rows.push({ kind: 'dropped', item: config.path, detail: error.message });
    return new Map();
  }
}

function parseTask(
  { path, text }: SourceFile,
  statuses: ReadonlyMap<string, TaskStatus>,
  rows: ReportRow[],
): ForeignTask | undefined {
  const skip = (detail: string): undefined => void rows.push({ kind: 'skipped', item: path, detail });
  if (text === undefined) return skip(NOT_READ);
  try {
    const { data, body } = parseFrontmatter(quoteNames(text));
    const id = findForeignId(data['id'] ?? idOfName(path));
    if (id === undefined) return skip('it has no id');
    const reader = new RecordReader(id, data, rows);
    if (data['id'] === undefined) reader.note('inferred', 'id', 'it has none; the name of its file says it');
    return toTask(reader, path, body, statuses);
  } catch (error) {
    if (isBatonError(error)) return skip(error.message);
    throw error;
  }
}

/** Backlog.md writes and reads `assignee: @ada`, which is no YAML. */
const quoteNames = (text: string): string =>
  text.replace(/^---\r?\n[\s\S]*?\r?\n---/, (front) =>
    front.replaceAll(/((?:^|[[,:-])[ \t]*)(@[\w./-]+)(?=[ \t]*(?:[\],]|\r?$))/gm, '$1"$2"'),
  );

/** Newer files keep their sections as fields. */
const SECTIONS: Readonly<Record<string, string>> = {
  description: 'Description',
  implementation_plan: 'Implementation Plan',
  implementation_notes: 'Implementation Notes',
  final_summary: 'Final Summary',
};

function renderFields(reader: RecordReader): string {
  const sections = Object.entries(SECTIONS).flatMap(([field, title]) => {
    const text = reader.text(field);
    return text === undefined ? [] : [`## ${title}\n\n${text}`];
  });
  const criteria = reader
    .objects('acceptance_criteria')
    .map(({ text, checked }) => `- [${checked === true ? 'x' : ' '}] ${typeof text === 'string' ? text : ''}`);
  return [...sections, ...(criteria.length === 0 ? [] : [`## Acceptance Criteria\n\n${criteria.join('\n')}`])].join(
    '\n\n',
  );
}

const idOfName = (path: string): string | undefined => /([A-Za-z]+-[\d.]+) - /.exec(path)?.[1]?.toUpperCase();

function toTask(
  reader: RecordReader,
  path: string,
  body: string,
  statuses: ReadonlyMap<string, TaskStatus>,
): ForeignTask {
  reader.takeId();
  const title = reader.line('title');
  if (title === undefined) reader.note('changed', 'title', 'it has none; its id is used');
  // The other end of what the subtasks themselves say.
  reader.take('subtasks');
  const [assignee, ...others] = reader.lines('assignee').map((name) => name.replace(/^@/, ''));
  if (others.length > 0) reader.keep('assignee', others, 'a task has one assignee; the others');
  const parts = {
    id: reader.item,
    title: title ?? reader.item,
    status: readStatus(reader, path, statuses),
    ...given({
      priority: readPriorityWord(reader),
      assignee,
      createdAt: reader.time('created_date'),
      updatedAt: reader.time('updated_date'),
      createdBy: reader.line('reporter')?.replace(/^@/, ''),
      dueBy: reader.time('due_date'),
      origin: reader.peek(ORIGIN_FIELD),
      parent: reader.line('parent_task_id'),
    }),
    labels: reader.lines('labels'),
    dependsOn: reader.lines('dependencies'),
    ...parseBacklogBody(reader, [body.trim(), renderFields(reader)].filter((part) => part !== '').join('\n\n')),
  };
  return { ...parts, extra: reader.rest() };
}

/** The folder counts before the word: drafts wait, archived work is over. */
function readStatus(reader: RecordReader, path: string, statuses: ReadonlyMap<string, TaskStatus>): TaskStatus {
  const said = reader.line('status');
  const status = statuses.get(said?.toLowerCase() ?? '') ?? toStatus(reader, 'To Do');
  if (path.startsWith('drafts/')) return 'backlog';
  if (!path.startsWith('archive/') || status === 'done') return status;
  reader.keep('status', said ?? 'To Do', 'it was archived there, so it is cancelled');
  return 'cancelled';
}
