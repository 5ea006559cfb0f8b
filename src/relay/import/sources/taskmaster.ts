import { given } from '../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../kernel/json.ts';
import { cleanLine, findForeignId, RecordReader, wholeText } from '../record-reader.ts';
import type { ForeignSource, ForeignTask, ReportRow, SourceFile, SourceReader } from '../foreign-task.ts';
import { readPriorityWord, toStatus } from './status.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** The tag that tasks are in if nobody named one: its ids have no prefix. */
const USUAL_TAG = 'master';

/** Task Master: one JSON file with a list of tasks per tag, or, in older ones, a single list. */
export const taskmaster: SourceReader = {
  expects: '.taskmaster/tasks/tasks.json',
  places: [
    { folder: '.taskmaster/tasks', files: /^tasks\.json$/, depth: 0 },
    { folder: 'tasks', files: /^tasks\.json$/, depth: 0 },
    { folder: '', files: /^tasks\.json$/, depth: 0 },
  ],
  parse: (files) => new Reading().read(files),
};

interface Place {
  readonly tag: string;
  /** Number of the task a subtask is part of. */
  readonly parent?: string;
}

class Reading {
  readonly #tasks: ForeignTask[] = [];
  readonly #rows: ReportRow[] = [];
  #found = 0;

  read(files: readonly SourceFile[]): ForeignSource {
    for (const { path, text = '' } of files.slice(0, 1)) this.#readFile(path, text);
    return { tasks: this.#tasks, found: this.#found, rows: this.#rows };
  }

  #readFile(path: string, text: string): void {
    const tags = toTags(path, text);
    for (const [tag, content] of Object.entries(tags)) this.#readTag(path, cleanLine(wholeText(tag)), content);
  }

  #readTag(path: string, tag: string, content: Json): void {
    const list = Array.isArray(content) ? content : isJsonObject(content) ? content['tasks'] : undefined;
    if (!Array.isArray(list)) return this.#drop(`${path} ${tag}`, 'the tag has no list of tasks');
    for (const [at, record] of list.entries()) this.#readTask(`${path} ${tag}[${at}]`, record as Json, { tag });
    if (!isJsonObject(content)) return;
    const { description } = isJsonObject(content['metadata']) ? content['metadata'] : {};
    if (description !== undefined)
      this.#rows.push({
        kind: 'dropped',
        item: tag,
        field: 'metadata',
        detail: `the tag says: ${String(description)}`,
      });
  }

  #readTask(source: string, record: Json, place: Place): void {
    this.#found += 1;
    if (!isJsonObject(record)) return this.#skip(source, 'it is not an object');
    const own = findForeignId(record['id']);
    if (own === undefined) return this.#skip(source, 'it has no id');
    const number = place.parent === undefined || own.includes('.') ? own : `${place.parent}.${own}`;
    const reader = new RecordReader(inTag(place.tag, number), record, this.#rows);
    reader.takeId();
    const subtasks = reader.take('subtasks');
    this.#tasks.push(toTask(reader, place, number));
    if (Array.isArray(subtasks))
      for (const [at, inner] of subtasks.entries())
        this.#readTask(`${source}.subtasks[${at}]`, inner as Json, { tag: place.tag, parent: number });
  }

  #drop(item: string, detail: string): void {
    this.#rows.push({ kind: 'dropped', item, detail });
  }

  #skip(item: string, detail: string): void {
    this.#rows.push({ kind: 'skipped', item, detail });
  }
}

/** Fails with INPUT_INVALID: of a file that is no JSON nothing can be saved. */
function toTags(path: string, text: string): JsonObject {
  try {
    const value = parseJson(text, { maxBytes: MAX_BYTES, duplicateKeys: 'last-wins' });
    if (Array.isArray(value) || (isJsonObject(value) && Array.isArray(value['tasks']))) return { [USUAL_TAG]: value };
    if (isJsonObject(value)) return value;
  } catch (cause) {
    if (!isBatonError(cause)) throw cause;
    throw new BatonError('INPUT_INVALID', `${path}: ${cause.message}`, { path }, cause);
  }
  throw new BatonError('INPUT_INVALID', `${path} is not an object`, { path });
}

const inTag = (tag: string, number: string): string => (tag === USUAL_TAG ? number : `${tag}/${number}`);

function toTask(reader: RecordReader, { tag, parent }: Place, number: string): ForeignTask {
  const title = reader.line('title');
  if (title === undefined) reader.note('changed', 'title', 'it has none; its id is used');
  dropParentFields(reader, parent);
  const description = reader.text('description');
  const named = [
    ['Details', reader.text('details')],
    ['Test Strategy', reader.text('testStrategy')],
  ] as const;
  const parts = {
    id: inTag(tag, number),
    title: title ?? number,
    status: toStatus(reader, 'pending'),
    ...given({
      priority: readPriorityWord(reader),
      assignee: reader.line('assignee'),
      createdAt: reader.time('createdAt'),
      updatedAt: reader.time('updatedAt'),
      dueBy: reader.time('dueDate'),
      parent: parent === undefined ? undefined : inTag(tag, parent),
    }),
    labels: [...reader.lines('labels'), ...(tag === USUAL_TAG ? [] : [tag])],
    dependsOn: reader.lines('dependencies').map((other) => inTag(tag, toNumber(other, parent))),
    sections: [
      ...(description === undefined ? [] : [{ text: description }]),
      ...named.flatMap(([title_, text]) => (text === undefined ? [] : [{ title: title_, text }])),
    ],
    criteria: [],
    comments: [],
  };
  return { ...parts, extra: reader.rest() };
}

/** Inside a task, `2` is the second of its subtasks. */
const toNumber = (other: string, parent: string | undefined): string =>
  parent === undefined || other.includes('.') ? other : `${parent}.${other}`;

/** The position of a subtask says whose it is; the fields for it are often wrong. */
function dropParentFields(reader: RecordReader, parent: string | undefined): void {
  for (const field of ['parentId', 'parentTaskId']) {
    const said = reader.line(field);
    if (said === undefined || said === parent) continue;
    reader.note('dropped', field, `says "${said}"; the place in the file counts`);
  }
}
