import { posix, win32 } from 'node:path';
import type { Finding } from '../../kernel/finding.ts';
import { safeName } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import { cutText } from '../../kernel/text.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { createIssue, wholeText, type Place } from './issues.ts';
import { readTime } from './read-fields.ts';
import { AOP_VERSION, NO_DETAILS, TASK_TYPE_ROWS, type OutputFields, type TaskType } from './schema.ts';

/** The JSON file a block points to. */
export interface DetailsRecord {
  readonly aop_version: string;
  readonly agent_id: string;
  readonly task: string;
  readonly timestamp: string;
  readonly duration_ms: number;
  readonly results: Json;
  readonly metadata: JsonObject;
}

const FIELDS: Readonly<Record<keyof DetailsRecord, (value: Json | undefined) => boolean>> = {
  aop_version: (value) => typeof value === 'string',
  agent_id: (value) => typeof value === 'string' && value !== '',
  task: (value) => typeof value === 'string' && value !== '',
  timestamp: (value) => typeof value === 'string' && findIsoTime(value) !== undefined,
  duration_ms: (value) => typeof value === 'number' && value >= 0,
  results: (value) => value !== undefined,
  metadata: (value) => isJsonObject(value),
};

/** `{agent-id}-{timestamp}`, the name of record and raw output without their endings. Unix seconds, as published. */
export const detailsName = (agentId: string, epochMs: number): string =>
  `${safeName(agentId)}-${Math.floor(epochMs / 1_000)}`;

export const createRecord = (fields: Omit<DetailsRecord, 'aop_version'>): DetailsRecord => ({
  aop_version: AOP_VERSION,
  ...fields,
});

export const renderRecord = (record: DetailsRecord): string => `${JSON.stringify(record, undefined, 2)}\n`;

const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** Checks a record by itself and against the block that names it. Never throws. */
export function checkRecord(
  text: string,
  block: Pick<OutputFields, 'task' | 'start' | 'end'>,
  place: Place = wholeText,
): Finding[] {
  const read = readRecord(text);
  if (typeof read === 'string') return [createIssue('output-details-invalid', place, read)];
  const missing = Object.entries(FIELDS)
    .filter(([name, isGood]) => !isGood(read[name]))
    .map(([name]) => name);
  const listed =
    missing.length === 0 ? [] : [`the record lacks fields or has them in the wrong form: ${missing.join(', ')}`];
  return [
    ...listed.map((message) => createIssue('output-details-invalid', place, message)),
    ...compareTask(read, block.task, place),
    ...compareDuration(read, block, place),
  ];
}

function readRecord(text: string): JsonObject | string {
  try {
    const value = parseJson(text, { maxBytes: MAX_RECORD_BYTES });
    return isJsonObject(value) ? value : 'the details file is JSON, but not an object';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return COMMENT.test(text)
      ? `the details file has comments, which JSON does not allow: ${reason}`
      : `the details file is ${reason}`;
  }
}

/** A comment where a line begins; inside a string the text would have been valid JSON. */
const COMMENT = /(?:^|[\s,{[])\/[/*]/;

function compareTask(record: JsonObject, task: string | undefined, place: Place): Finding[] {
  const named = record['task'];
  if (typeof named !== 'string' || task === undefined || named === task) return [];
  return [createIssue('output-details-task', place, `TASK is "${task}", the record says "${cutText(named, 60, '…')}"`)];
}

/** Timestamps without fractions of a second may be off by one at either end. */
const TOLERANCE_MS = 1_000;

function compareDuration(
  record: JsonObject,
  { start, end }: Pick<OutputFields, 'start' | 'end'>,
  place: Place,
): Finding[] {
  const [from, to, said] = [readTime(start ?? ''), readTime(end ?? ''), record['duration_ms']];
  if (from === undefined || to === undefined || typeof said !== 'number') return [];
  if (Math.abs(to - from - said) <= TOLERANCE_MS) return [];
  return [createIssue('output-details-duration', place, `END − START is ${to - from} ms, the record says ${said} ms`)];
}

/** What a details file of another kind than its task type asks for is; undefined if it fits. */
export function checkDetailsKind(path: string, type: TaskType | undefined): string | undefined {
  if (type === undefined || path === NO_DETAILS) return undefined;
  const ending = endingOf(path);
  // The record is JSON for every type: each published example names one.
  if (ending === 'json' || TASK_TYPE_ROWS[type].endings.includes(ending)) return undefined;
  return `a ${type} task keeps its details in a ${TASK_TYPE_ROWS[type].details}; found ${ending === '' ? 'no file ending' : `.${ending}`}`;
}

const endingOf = (path: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';

const isWindowsPath = (path: string): boolean => /^[A-Za-z]:[\\/]|^\\\\/.test(path);

/**
 * Whether a path, as text, is in one of the roots. The first root is where relative paths begin. Symlinks are
 * followed later, when the file is opened.
 */
export function isInsideRoots(path: string, roots: readonly string[]): boolean {
  const [base = ''] = roots;
  const rules = isWindowsPath(base) ? win32 : posix;
  if (rules === posix && isWindowsPath(path)) return false;
  const place = rules.resolve(base, path);
  return roots.some((root) => {
    const way = rules.relative(root, place);
    return way !== '..' && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
  });
}
