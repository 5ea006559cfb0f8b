import { given } from '../../../kernel/given.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { parseFrontmatter } from '../../../kernel/frontmatter/index.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { cleanText, findForeignId, findForeignTime, hasTerminalCodes, RecordReader } from '../record-reader.ts';
import {
  NOT_READ,
  type ForeignSource,
  type ForeignTask,
  type ReportRow,
  type SourceFile,
  type SourceReader,
} from '../foreign-task.ts';
import { readPriorityWord, toStatus } from './status.ts';

const STATUSES = 'backlog|ready|in-progress|blocked|review|done|cancelled|deadletter';
const TASK_FILE = new RegExp(`^(${STATUSES})/[^/]+\\.md$`);
const COMPANION = new RegExp(`^(?:${STATUSES})/([^/]+)/((?:inputs|outputs|work|subtasks)/.+)$`);

/** A data dir of AOF: a folder per status, one Markdown file per task. */
export const aof: SourceReader = {
  expects: 'tasks/<status>/*.md',
  places: ['tasks', 'aof/tasks', ''].map((folder) => ({
    folder,
    files: new RegExp(`${TASK_FILE.source}|${COMPANION.source}`),
    depth: 5,
  })),
  parse: (files) => parseAof(files),
};

function parseAof(files: readonly SourceFile[]): ForeignSource {
  const rows: ReportRow[] = [];
  const tasks: ForeignTask[] = [];
  const companions = readCompanions(files, rows);
  let found = 0;
  for (const file of files) {
    const folder = TASK_FILE.exec(file.path)?.[1];
    if (folder === undefined) continue;
    found += 1;
    const task = parseTask(file, folder, companions, rows);
    if (task !== undefined) tasks.push(task);
  }
  return { tasks, found, rows };
}

type Companions = ReadonlyMap<string, NonNullable<ForeignTask['artifacts']>>;

function readCompanions(files: readonly SourceFile[], rows: ReportRow[]): Companions {
  const companions = new Map<string, { path: string; content: string }[]>();
  for (const { path, text } of files) {
    const [, id, name] = COMPANION.exec(path) ?? [];
    if (id === undefined || name === undefined) continue;
    if (text === undefined) rows.push({ kind: 'dropped', item: id, field: name, detail: NOT_READ });
    else companions.set(id, [...(companions.get(id) ?? []), { path: name, content: text }]);
  }
  return companions;
}

function parseTask(
  { path, text }: SourceFile,
  folder: string,
  companions: Companions,
  rows: ReportRow[],
): ForeignTask | undefined {
  const skip = (detail: string): undefined => void rows.push({ kind: 'skipped', item: path, detail });
  if (text === undefined) return skip(NOT_READ);
  try {
    const { data, body } = parseFrontmatter(text);
    const id = findForeignId(data['id'] ?? /([^/]+)\.md$/.exec(path)?.[1]);
    if (id === undefined) return skip('it has no id');
    if (data['status'] !== undefined && data['status'] !== folder)
      rows.push({ kind: 'changed', item: id, field: 'status', detail: `its folder (${folder}) counts, not the field` });
    const artifacts = companions.get(id);
    const task = toTask(new RecordReader(id, { ...data, status: folder }, rows), body);
    return artifacts === undefined ? task : { ...task, artifacts };
  } catch (error) {
    if (isBatonError(error)) return skip(error.message);
    throw error;
  }
}

function toTask(reader: RecordReader, body: string): ForeignTask {
  for (const field of ['id', 'schemaVersion', 'rev', 'contentHash']) reader.take(field);
  const title = reader.line('title');
  if (title === undefined) reader.note('changed', 'title', 'it has none; its id is used');
  if (hasTerminalCodes(body)) reader.note('changed', 'body', 'terminal codes were removed');
  const text = cleanText(body).trim();
  const parts = {
    id: reader.item,
    ...(isTaskId(reader.item) ? { taskId: reader.item } : {}),
    title: title ?? reader.item,
    status: toStatus(reader, 'ready'),
    ...given({
      priority: readPriorityWord(reader),
      createdAt: reader.time('createdAt'),
      updatedAt: reader.time('updatedAt'),
      closedAt: reader.time('lastTransitionAt'),
      createdBy: reader.line('createdBy'),
      parent: reader.line('parentId'),
      dueBy: readDueBy(reader),
    }),
    ...readRouting(reader),
    labels: [],
    dependsOn: reader.lines('dependsOn'),
    sections: text === '' ? [] : [{ text }],
    criteria: [],
    comments: [],
  };
  return { ...parts, extra: reader.rest() };
}

/** Its routing means what Baton's means. */
function readRouting(reader: RecordReader): Pick<ForeignTask, 'assignee' | 'routing'> {
  const [record = {}] = reader.objects('routing');
  const routing = new RecordReader(reader.item, record, []);
  const assignee = routing.line('agent');
  const parts = given({ role: routing.line('role'), team: routing.line('team') });
  const tags = routing.lines('tags');
  const rest = routing.rest();
  if (Object.keys(rest).length > 0) reader.keep('routing', rest);
  return { ...given({ assignee }), routing: { ...parts, tags } };
}

/** Of its metadata only the due date has the same name and meaning for sure. */
function readDueBy(reader: RecordReader): string | undefined {
  const [{ dueBy, ...metadata } = {}] = reader.objects('metadata');
  if (Object.keys(metadata).length > 0) reader.keep('metadata', metadata);
  return typeof dueBy === 'string' ? findForeignTime(dueBy) : undefined;
}
