import { toHead } from '../../kernel/audit/index.ts';
import { equalJson } from '../../kernel/canonical-json.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import { isTaskId, isUlid } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { AuditPiece, EarlierRun, TaskPiece } from '../../kernel/ports/index.ts';
import type { PlaneEvent, RunRecord, TaskEntry } from '../../kernel/tasks.ts';
import { taskCodec } from '../../protocols/tasks/index.ts';

/** One line of an archive. Bytes of artifacts and files follow in lines of their own, so that no line is long. */
export type ArchiveLine =
  | ArchiveHeader
  | Exclude<TaskPiece, { kind: 'artifact' }>
  | { readonly kind: 'artifact'; readonly taskId: string; readonly path: string }
  | { readonly kind: 'audit'; readonly piece: AuditPiece }
  /** A file of the data dir as it is. `isPrivate`: for its owner alone. */
  | { readonly kind: 'file'; readonly path: string; readonly isPrivate: boolean }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Of all lines before it, line ends included. */
  | { readonly kind: 'end'; readonly lines: number; readonly sha256: string };

export interface ArchiveHeader {
  readonly kind: 'baton-export';
  readonly version: 1;
  /** A ULID: what an import that broke off is recognised by. */
  readonly id: string;
  readonly createdAt: string;
  readonly baton: string;
  readonly store: string;
}

export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 200;

export const renderLine = (line: ArchiveLine): string =>
  JSON.stringify(line.kind === 'bytes' ? { kind: line.kind, base64: line.bytes.toString('base64') } : line);

/** Fails with ARCHIVE_INVALID. */
export function parseLine(text: string): ArchiveLine {
  try {
    const value = parseJson(text, { maxBytes: MAX_LINE_BYTES, maxDepth: MAX_DEPTH, protoKeys: 'keep' });
    if (isJsonObject(value)) return toLine(value);
  } catch (cause) {
    if (!isBatonError(cause) || cause.code === 'ARCHIVE_INVALID') throw cause;
    throw invalid(cause.message);
  }
  throw invalid('it is not an object');
}

function toLine(value: JsonObject): ArchiveLine {
  const text = (name: string): string => asText(value[name], name);
  switch (value['kind']) {
    case 'baton-export':
      return toHeader(value);
    case 'task':
      return toTask(value);
    case 'artifact':
      return { kind: 'artifact', taskId: asTaskId(value['taskId']), path: asPath(value['path']) };
    case 'number':
      return { kind: 'number', date: asDate(value['date']), last: asCount(value['last'], 'last') };
    case 'seen':
      return { kind: 'seen', key: text('key') };
    case 'event':
      return { kind: 'event', event: asEvent(value['event']) };
    case 'audit':
      return { kind: 'audit', piece: asAuditPiece(value['piece']) };
    case 'file':
      return { kind: 'file', path: asPath(value['path']), isPrivate: value['isPrivate'] === true };
    case 'bytes':
      return { kind: 'bytes', bytes: asBytes(text('base64')) };
    case 'end':
      return { kind: 'end', lines: asCount(value['lines'], 'lines'), sha256: text('sha256') };
    default:
      throw invalid('its kind is unknown');
  }
}

function toHeader(value: JsonObject): ArchiveHeader {
  const { version, id } = value;
  if (version !== 1) throw invalid('it was written by a newer Baton');
  if (typeof id !== 'string' || !isUlid(id)) throw invalid('its id is not a ULID');
  const [createdAt, baton, store] = ['createdAt', 'baton', 'store'].map((name) => asText(value[name], name));
  return { kind: 'baton-export', version, id, createdAt: createdAt ?? '', baton: baton ?? '', store: store ?? '' };
}

/** The text of a task says all of its record again: what differs, or could not be in a file, is not a task. */
function toTask(value: JsonObject): Extract<TaskPiece, { kind: 'task' }> {
  const { entry, earlier } = value;
  const text = asText(value['text'], 'text');
  if (!isJsonObject(entry)) throw invalid('entry is not an object');
  const { task } = taskCodec.parse(text);
  if (!equalJson(JSON.parse(JSON.stringify(task)), entry['task']))
    throw invalid(`the text of ${task.id} says something else`);
  const run = entry['run'] === undefined ? {} : asRun({ ...entry, taskId: task.id });
  const checkpoint = entry['checkpoint'];
  const whole: TaskEntry = {
    task,
    ...run,
    ...(isJsonObject(checkpoint) || typeof checkpoint === 'string' ? { checkpoint } : {}),
  };
  return { kind: 'task', entry: whole, text, earlier: Array.isArray(earlier) ? earlier.map(asRun) : [] };
}

function asRun(value: Json): EarlierRun {
  if (!isJsonObject(value)) throw invalid('a run is not an object');
  const { run, heartbeat, result } = value;
  for (const one of [run, heartbeat, result])
    if (one !== undefined && (!isJsonObject(one) || typeof one['runId'] !== 'string')) throw invalid('a run has no id');
  if (!isJsonObject(run) || !Number.isSafeInteger(run['attempt']) || typeof run['startedAt'] !== 'string')
    throw invalid('a run has no number');
  // The parts that anything is decided by were looked at; the rest is shown as it is.
  return {
    run: run as unknown as RunRecord,
    ...given({ heartbeat, result }),
  } as unknown as EarlierRun;
}

function asEvent(value: Json | undefined): PlaneEvent {
  if (!isJsonObject(value) || !isJsonObject(value['payload'])) throw invalid('an event has no payload');
  const { id, taskId, runId } = value;
  if (typeof id !== 'string' || !isUlid(id)) throw invalid('the id of an event is not a ULID');
  const [type, timestamp, actor] = ['type', 'timestamp', 'actor'].map((name) => asText(value[name], name));
  return {
    id,
    type: type ?? '',
    timestamp: timestamp ?? '',
    actor: actor ?? '',
    ...given({
      taskId: whenGiven(taskId, (text) => asText(text, 'taskId')),
      runId: whenGiven(runId, (text) => asText(text, 'runId')),
    }),
    payload: value['payload'],
  };
}

function asAuditPiece(value: Json | undefined): AuditPiece {
  if (isJsonObject(value) && value['kind'] === 'entry')
    return { kind: 'entry', file: asText(value['file'], 'file'), line: asText(value['line'], 'line') };
  const head = isJsonObject(value) ? toHead(value['head']) : undefined;
  if (head === undefined) throw invalid('it is not part of an audit log');
  return { kind: 'head', head };
}

const asText = (value: Json | undefined, name: string): string => {
  if (typeof value !== 'string') throw invalid(`${name} is not text`);
  return value;
};

const asCount = (value: Json | undefined, name: string): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw invalid(`${name} is not a number`);
  return value;
};

const asDate = (value: Json | undefined): string => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) throw invalid('date is not a day');
  return value;
};

const asTaskId = (value: Json | undefined): string => {
  if (typeof value !== 'string' || !isTaskId(value)) throw invalid('taskId is not a task id');
  return value;
};

const asBytes = (base64: string): Buffer => {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw invalid('its bytes are damaged');
  return bytes;
};

const isPlainName = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part);

/** Inside, whatever the machine: it becomes a path on this disk. */
const asPath = (value: Json | undefined): string => {
  const path = asText(value, 'path');
  if (path.length > 1_024 || !path.split('/').every(isPlainName)) throw invalid(`"${path.slice(0, 80)}" leads outside`);
  return path;
};

const invalid = (reason: string): BatonError =>
  new BatonError('ARCHIVE_INVALID', `a line is not one of an archive: ${reason}`);

const PIECE_BYTES = 256 * 1024;

/** A piece of a store as lines of an archive. */
export function* toLines(piece: TaskPiece): Generator<ArchiveLine> {
  if (piece.kind !== 'artifact') return yield piece;
  yield { kind: 'artifact', taskId: piece.taskId, path: piece.path };
  yield* toBytes(piece.content);
}

export function* toBytes(content: Uint8Array): Generator<ArchiveLine> {
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield { kind: 'bytes', bytes: Buffer.from(content.subarray(at, at + PIECE_BYTES)) };
}
