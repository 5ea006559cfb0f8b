import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { TaskPriority } from '../../../kernel/tasks.ts';
import { findForeignId, isEmptyValue, readComment, RecordReader } from '../record-reader.ts';
import {
  ORIGIN_FIELD,
  parseCriteria,
  type ForeignSource,
  type ForeignTask,
  type ReportRow,
  type SourceFile,
  type SourceReader,
} from '../foreign-task.ts';
import { toStatus } from './status.ts';

const PRIORITIES: readonly TaskPriority[] = ['critical', 'high', 'normal', 'low', 'low'];

/** Beads: one JSON object per line, as `bd export` and `br` write it. */
export const beads: SourceReader = {
  expects: '.beads/issues.jsonl',
  places: [
    { folder: '.beads', files: /^(?:issues|beads)\.jsonl$/, depth: 0 },
    { folder: '', files: /^(?:issues|beads)\.jsonl$/, depth: 0 },
  ],
  parse: (files) => parseBeads(files),
};

function parseBeads(files: readonly SourceFile[]): ForeignSource {
  const rows: ReportRow[] = [];
  const tasks: ForeignTask[] = [];
  let found = 0;
  // Older versions have a second file with the same records.
  const read = files.find(({ text }) => text !== undefined);
  if (read?.text !== undefined) {
    const { path, text } = read;
    for (const [at, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      found += 1;
      const task = parseLine(`${path}:${at + 1}`, line, rows);
      if (task !== undefined) tasks.push(task);
    }
  }
  for (const { path } of files.filter((file) => file !== read))
    rows.push({ kind: 'dropped', item: path, detail: `${read?.path ?? ''} is read instead` });
  return { tasks, found, rows };
}

function parseLine(place: string, line: string, rows: ReportRow[]): ForeignTask | undefined {
  const skip = (detail: string): undefined => void rows.push({ kind: 'skipped', item: place, detail });
  try {
    const record = parseJson(line, { duplicateKeys: 'last-wins' });
    if (!isJsonObject(record)) return skip('the line is not an object');
    const { status } = record;
    const id = findForeignId(record['id']);
    if (id === undefined) return skip('it has no id');
    if (status === 'tombstone' || typeof record['deleted_at'] === 'string')
      return void rows.push({ kind: 'skipped', item: id, field: 'status', detail: 'it was deleted there (tombstone)' });
    return toTask(new RecordReader(id, record, rows));
  } catch (error) {
    if (isBatonError(error)) return skip(`the line cannot be read: ${error.message}`);
    throw error;
  }
}

function toTask(reader: RecordReader): ForeignTask | undefined {
  reader.takeId();
  const links = readLinks(reader);
  const title = reader.line('title');
  const parts = {
    id: reader.item,
    title: title ?? reader.item,
    status: toStatus(reader, 'open'),
    ...given({
      priority: readPriority(reader),
      assignee: reader.line('assignee'),
      createdAt: reader.time('created_at'),
      updatedAt: reader.time('updated_at'),
      closedAt: reader.time('closed_at'),
      createdBy: reader.line('created_by'),
      dueBy: reader.time('due_at'),
      origin: reader.peek(ORIGIN_FIELD),
      parent: links.parent,
    }),
    labels: reader.lines('labels'),
    dependsOn: links.dependsOn,
    ...readTexts(reader),
    comments: readComments(reader),
  };
  if (title === undefined) reader.note('changed', 'title', 'it has none; its id is used');
  return { ...parts, extra: reader.rest() };
}

function readTexts(reader: RecordReader): Pick<ForeignTask, 'sections' | 'criteria'> {
  const description = reader.text('description');
  const criteriaText = reader.text('acceptance_criteria');
  const criteria = criteriaText === undefined ? undefined : parseCriteria(criteriaText);
  const named = [
    ['Design', reader.text('design')],
    ['Acceptance Criteria', criteria === undefined ? criteriaText : undefined],
    ['Notes', reader.text('notes')],
    ['Close Reason', reader.text('close_reason')],
  ] as const;
  return {
    criteria: criteria ?? [],
    sections: [
      ...(description === undefined ? [] : [{ text: description }]),
      ...named.flatMap(([title, text]) => (text === undefined ? [] : [{ title, text }])),
    ],
  };
}

const LINK_FIELDS: ReadonlySet<string> = new Set(['issue_id', 'depends_on_id', 'type']);

/** `blocks` is a dependency, `parent-child` leads to the parent; other kinds of links have no place. */
function readLinks(reader: RecordReader): { parent: string | undefined; dependsOn: string[] } {
  const dependsOn: string[] = [];
  let parent: string | undefined;
  const others: JsonObject[] = [];
  const unread = new Set<string>();
  for (const link of reader.objects('dependencies')) {
    const { type = 'blocks' } = link;
    const target = findForeignId(link['depends_on_id']);
    if (target === undefined) others.push(link);
    else if (type === 'blocks') dependsOn.push(target);
    else if (type === 'parent-child' && parent === undefined) parent = target;
    else others.push(link);
    if (!others.includes(link)) for (const field of fieldsBeside(link, LINK_FIELDS)) unread.add(field);
  }
  noteUnread(reader, 'dependencies', unread);
  if (others.length > 0) {
    const kinds = [...new Set(others.map(({ type }) => String(type)))].join(', ');
    reader.keep('dependencies', others, `links of other kinds (${kinds}) have no field in Baton`);
  }
  return { parent, dependsOn };
}

function readPriority(reader: RecordReader): TaskPriority | undefined {
  const value = reader.take('priority');
  if (value === undefined) return undefined;
  const number = typeof value === 'number' ? value : Number(String(value).replace(/^P/i, ''));
  const priority = PRIORITIES[number];
  if (priority === undefined || number === 4)
    reader.keep('priority', value, `${JSON.stringify(value)} is not told from others`);
  return priority;
}

const COMMENT_FIELDS: ReadonlySet<string> = new Set(['author', 'created_at', 'text', 'issue_id']);

function readComments(reader: RecordReader): ForeignTask['comments'] {
  const unread = new Set<string>();
  const comments = reader.objects('comments').flatMap((comment) => {
    const { author, created_at: at, body, text = body } = comment;
    if (text === undefined || text === null) {
      reader.keep('comments', [comment], 'a comment has a text');
      return [];
    }
    const read = readComment(author, at, text);
    for (const field of fieldsBeside(comment, COMMENT_FIELDS)) if (field !== 'body' || text !== body) unread.add(field);
    if (author !== undefined && read.author === undefined) unread.add('author');
    if (at !== undefined && read.at === undefined) unread.add('created_at');
    return [read];
  });
  noteUnread(reader, 'comments', unread);
  return comments;
}

const fieldsBeside = (value: JsonObject, read: ReadonlySet<string>): string[] =>
  Object.keys(value).filter((field) => !read.has(field) && !isEmptyValue(value[field] ?? null));

function noteUnread(reader: RecordReader, field: string, unread: ReadonlySet<string>): void {
  if (unread.size > 0) reader.note('dropped', field, `fields without a place: ${[...unread].sort().join(', ')}`);
}
