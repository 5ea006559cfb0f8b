import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import {
  editFrontmatter,
  parseFrontmatter,
  renderFrontmatter,
  spliceFrontmatter,
  splitFrontmatter,
} from '../../kernel/frontmatter/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { scanMarkdown } from '../../kernel/markdown/index.ts';
import type { BodyEdit } from '../../kernel/ports/index.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import { applyEdits, detectLineEnding, withLineEnding } from '../../kernel/text.ts';
import { findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import { describeErrors } from './schema.ts';
import { validate } from './validators/task.gen.js';

/** A task as its file has it. */
export interface TaskFile {
  readonly task: TaskRecord;
  readonly body: string;
}

/** Fails with TASK_FILE_INVALID and the reason. */
export function parseTaskFile(text: string): TaskFile {
  if (text.trim() === '') throw invalid('it is empty');
  const { data, body } = readBlock(text);
  if (!validate(data)) throw invalid(describeErrors(validate.errors));
  // The schema has just been checked.
  return { task: toRecord(data as unknown as TaskRecord), body };
}

/** Fills in what a person left out. What they wrote and Baton cannot use is kept, or refused with the reason. */
export function completeTaskFile(
  text: string,
  { id, uid, status, now }: Pick<TaskRecord, 'id' | 'uid' | 'status'> & { readonly now: number },
): { readonly task: TaskRecord; readonly text: string } {
  if (text.trim() === '') throw invalid('it is empty');
  const block = splitFrontmatter(text) === undefined ? undefined : readBlock(text);
  const data = block?.data ?? {};
  const title = data['title'] ?? findHeading(block?.body ?? text);
  if (title === undefined) throw invalid('it has no title');
  const at = renderIsoTime(now);
  const routing = isJsonObject(data['routing']) ? data['routing'] : {};
  const wanted = {
    schemaVersion: 1,
    uid,
    priority: 'normal',
    createdAt: at,
    updatedAt: at,
    lastTransitionAt: at,
    createdBy: FILE_AUTHOR,
    dependsOn: [],
    rev: 1,
    metadata: {},
    ...data,
    title,
    routing: { tags: [], ...routing },
    id,
    status,
  };
  if (!validate(wanted)) throw invalid(describeErrors(validate.errors));
  const task = toRecord(wanted as unknown as TaskRecord);
  return {
    task,
    text:
      block === undefined
        ? renderTaskFile(task, undefined, { kind: 'replace', text: `\n${text}` })
        : renderTaskFile(task, text),
  };
}

/** Anyone who can write to the folder. */
const FILE_AUTHOR = 'file';

/** The first heading counts as a title. */
const findHeading = (body: string): string | undefined =>
  scanMarkdown(body)
    .headings.find(({ level, depth, text }) => level === 1 && depth === 0 && text.trim() !== '')
    ?.text.trim();

function readBlock(text: string): { data: JsonObject; body: string } {
  try {
    return parseFrontmatter(text);
  } catch (cause) {
    if (isBatonError(cause)) throw invalid(cause.message, cause);
    throw cause;
  }
}

const invalid = (reason: string, cause?: unknown): BatonError =>
  new BatonError('TASK_FILE_INVALID', `not a task: ${reason}`, { reason }, cause);

const TIMES = ['createdAt', 'updatedAt', 'lastTransitionAt'] as const;

/** Only the keys Baton knows; times in one form, so that they sort as text. */
function toRecord(data: TaskRecord): TaskRecord {
  const known = Object.fromEntries(KEYS.filter((key) => data[key] !== undefined).map((key) => [key, data[key]]));
  const times = Object.fromEntries(TIMES.map((key) => [key, inUtc(data[key])]));
  return { ...(known as unknown as TaskRecord), ...times };
}

const inUtc = (text: string): string => renderIsoTime(findIsoTime(text)?.epochMs ?? 0);

/** In the order of a new file. */
const KEYS = [
  'schemaVersion',
  'id',
  'uid',
  'title',
  'status',
  'priority',
  'routing',
  'createdAt',
  'updatedAt',
  'lastTransitionAt',
  'createdBy',
  'parentId',
  'dependsOn',
  'lease',
  'rev',
  'metadata',
] as const satisfies readonly (keyof TaskRecord)[];

/**
 * The text with this record. Comments, unknown keys, line ends and the body stay as they are. `known` is the record
 * that `before` holds, if that is known: then most changes need no YAML reader.
 */
export function renderTaskFile(
  task: TaskRecord,
  before: string | undefined,
  body?: BodyEdit,
  known?: TaskRecord,
): string {
  if (before === undefined) {
    const given = Object.entries(toFields(task)).filter((field): field is [string, Json] => field[1] !== undefined);
    return renderFrontmatter(Object.fromEntries(given), editBody('', body));
  }
  const spliced = known === undefined ? undefined : spliceKnown(before, known, task);
  const text = spliced ?? editFrontmatter(before, toFields(task));
  const parts = splitFrontmatter(text);
  if (body === undefined || parts === undefined) return text;
  return text.slice(0, text.length - parts.body.length) + editBody(parts.body, body);
}

/** Only what another value stands for is looked at: most of a record is handed on from one state to the next. */
function spliceKnown(text: string, known: TaskRecord, task: TaskRecord): string | undefined {
  const changed = KEYS.filter((key) => known[key] !== task[key]);
  const pick = (record: TaskRecord): Record<string, Json | undefined> =>
    Object.fromEntries(changed.map((key) => [key, record[key] as Json | undefined]));
  return spliceFrontmatter(text, pick(known), pick(task));
}

const toFields = (task: TaskRecord): Record<string, Json | undefined> =>
  Object.fromEntries(KEYS.map((key) => [key, toJson(task[key])]));

function toJson(value: unknown): Json | undefined {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  const json: unknown = JSON.parse(JSON.stringify(value));
  return json as Json;
}

function editBody(body: string, edit: BodyEdit | undefined): string {
  if (edit === undefined) return body;
  if (edit.kind === 'replace') return edit.text;
  if (edit.kind === 'text') return replaceText(body, edit.heading, edit.text);
  return addToLog(body, edit.heading, edit.line);
}

/** New text above the log, which stays as it is. */
function replaceText(body: string, heading: string, text: string): string {
  const ending = detectLineEnding(body);
  const log = splitAtLog(body, heading).log;
  const words = text.trim();
  return withLineEnding(`\n${words}\n${log === '' ? '' : '\n'}`, ending) + log;
}

/** What is above the log, and the log with what is below it. */
export function splitAtLog(body: string, heading: string): { readonly text: string; readonly log: string } {
  const { headings, lines } = scanMarkdown(body);
  const found = headings.find(({ level, depth, text }) => level === 2 && depth === 0 && text.trim() === heading);
  const at = found === undefined ? body.length : (lines[found.line - 1]?.start ?? body.length);
  return { text: body.slice(0, at), log: body.slice(at) };
}

/** Adds lines at the end of the first section with this heading, which is added at the end if there is none. */
function addToLog(body: string, heading: string, line: string): string {
  const ending = detectLineEnding(body);
  const { headings, lines } = scanMarkdown(body);
  const at = headings.findIndex(({ level, depth, text }) => level === 2 && depth === 0 && text.trim() === heading);
  if (at < 0) {
    const gap =
      body === '' || body.endsWith('\n\n') || body.endsWith('\r\n\r\n') ? '' : body.endsWith('\n') ? '\n' : '\n\n';
    return body + withLineEnding(`${gap}## ${heading}\n\n${line}\n`, ending);
  }
  const next = headings.slice(at + 1).find(({ level, depth }) => level <= 2 && depth === 0);
  const end = next === undefined ? body.length : (lines[next.line - 1]?.start ?? body.length);
  const section = body.slice(0, end);
  const kept = section.trimEnd();
  const isFirst = kept.endsWith(heading);
  const added = withLineEnding(`${isFirst ? '\n\n' : '\n'}${line}\n${next === undefined ? '' : '\n'}`, ending);
  return applyEdits(body, [{ start: kept.length, end, text: added }]);
}
