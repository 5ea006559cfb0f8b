import { isJsonObject, parseJson, type Json, type JsonObject } from '../json.ts';
import type { JournalView, Notice, ProcessIdentity } from '../ports/index.ts';
import type { Sink } from './rules.ts';

/** One line of the record of deliveries. */
export type NoticeRecord =
  | {
      readonly type: 'notice.queued';
      readonly id: string;
      readonly at: number;
      readonly key: string;
      readonly rule: string;
      readonly sink: Sink;
      readonly notice: Notice;
      readonly by: ProcessIdentity;
    }
  /** Another process looks after it now: the one before has ended. */
  | { readonly type: 'notice.taken'; readonly id: string; readonly at: number; readonly by: ProcessIdentity }
  | { readonly type: 'notice.delivered'; readonly id: string; readonly at: number; readonly attempt: number }
  | {
      readonly type: 'notice.failed';
      readonly id: string;
      readonly at: number;
      readonly attempt: number;
      readonly reason: string;
    }
  /** Nobody will try again. */
  | { readonly type: 'notice.dropped'; readonly id: string; readonly at: number; readonly reason: string };

export type QueuedNotice = Extract<NoticeRecord, { type: 'notice.queued' }>;

export interface PendingNotice {
  readonly queued: QueuedNotice;
  /** Who looks after it. */
  readonly by: ProcessIdentity;
  /** Attempts that failed. */
  readonly attempts: number;
}

/** Steps of the past that stay readable when the record is cut. */
const KEPT_RECORDS = 500;

/** Repetitions are noticed among this many different notices. */
const KEPT_KEYS = 10_000;

/** What the record says: which deliveries are open, and when what was last sent. */
export class NoticeLog implements JournalView {
  readonly #pending = new Map<string, PendingNotice>();
  readonly #sent = new Map<string, Pick<QueuedNotice, 'rule' | 'at'>>();
  #sizeBytes = 0;
  #count = 0;

  /** Of the whole record. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get pending(): readonly PendingNotice[] {
    return [...this.#pending.values()];
  }

  sentAt(key: string): number | undefined {
    return this.#sent.get(key)?.at;
  }

  /**
   * Which records stay when the record is cut: the latest, every step of a delivery that is still open, and what keeps the
   * same notice from being sent again. Undefined if that is most of them: the next call would cut it again.
   */
  planTrim(
    nowMs: number,
    dedupeMs: (rule: string) => number,
  ): ((record: NoticeRecord, index: number) => boolean) | undefined {
    const isRecent = ({ rule, at }: Pick<QueuedNotice, 'rule' | 'at'>): boolean => nowMs - at < dedupeMs(rule);
    const recent = [...this.#sent.values()].filter(isRecent).length;
    if (this.#count <= 2 * (KEPT_RECORDS + this.#pending.size + recent)) return undefined;
    const first = this.#count - KEPT_RECORDS;
    return (record, index) =>
      index >= first ||
      this.#pending.has(record.id) ||
      (record.type === 'notice.queued' && record.at === this.sentAt(record.key) && isRecent(record));
  }

  reset(): void {
    this.#pending.clear();
    this.#sent.clear();
    this.#sizeBytes = 0;
    this.#count = 0;
  }

  apply({ text, end }: { readonly text: string; readonly end: number }): void {
    this.#sizeBytes = end;
    this.#count += 1;
    const record = parseRecord(text);
    if (record === undefined) return;
    if (record.type === 'notice.queued') return this.#queue(record);
    const open = this.#pending.get(record.id);
    if (open === undefined) return;
    if (record.type === 'notice.taken') this.#pending.set(record.id, { ...open, by: record.by });
    else if (record.type === 'notice.failed') this.#pending.set(record.id, { ...open, attempts: record.attempt });
    else this.#pending.delete(record.id);
  }

  #queue(record: QueuedNotice): void {
    this.#pending.set(record.id, { queued: record, by: record.by, attempts: 0 });
    this.#sent.delete(record.key);
    this.#sent.set(record.key, { rule: record.rule, at: record.at });
    // The oldest comes first in a map.
    const [oldest] = this.#sent.size > KEPT_KEYS ? this.#sent.keys() : [];
    if (oldest !== undefined) this.#sent.delete(oldest);
  }
}

export const renderRecord = (record: NoticeRecord): string => JSON.stringify(record);

/** Undefined for a line that is not one of ours: a later version may write others. */
export function parseRecord(text: string): NoticeRecord | undefined {
  const value: Json = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { type, id, at } = value;
  if (typeof id !== 'string' || typeof at !== 'number') return undefined;
  switch (type) {
    case 'notice.queued':
      return parseQueued(value, id, at);
    case 'notice.taken': {
      const by = parseProcess(value['by']);
      return by && { type, id, at, by };
    }
    case 'notice.delivered':
      return typeof value['attempt'] === 'number' ? { type, id, at, attempt: value['attempt'] } : undefined;
    case 'notice.failed': {
      const { attempt, reason } = value;
      return typeof attempt === 'number' && typeof reason === 'string' ? { type, id, at, attempt, reason } : undefined;
    }
    case 'notice.dropped':
      return typeof value['reason'] === 'string' ? { type, id, at, reason: value['reason'] } : undefined;
    default:
      return undefined;
  }
}

function parseQueued(value: JsonObject, id: string, at: number): QueuedNotice | undefined {
  const { key, rule } = value;
  const sink = findSink(value['sink']);
  const notice = parseNotice(value['notice']);
  const by = parseProcess(value['by']);
  if (typeof key !== 'string' || typeof rule !== 'string') return undefined;
  return sink && notice && by && { type: 'notice.queued', id, at, key, rule, sink, notice, by };
}

function findSink(value: Json | undefined): Sink | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, path, url, command, args, timeoutMs = 0 } = value;
  if (typeof timeoutMs !== 'number') return undefined;
  if (kind === 'console') return { kind };
  if (kind === 'file' && typeof path === 'string') return { kind, path };
  if (kind === 'webhook' && typeof url === 'string') return { kind, url, timeoutMs };
  if (kind !== 'command' || typeof command !== 'string' || !Array.isArray(args)) return undefined;
  return args.every((arg) => typeof arg === 'string') ? { kind, command, args, timeoutMs } : undefined;
}

function parseNotice(value: Json | undefined): Notice | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, text, payload } = value;
  if (typeof type !== 'string' || typeof text !== 'string') return undefined;
  const others = OPTIONAL.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : []));
  return { type, text, ...Object.fromEntries(others), ...(isJsonObject(payload) ? { payload } : {}) };
}

const OPTIONAL = ['channel', 'actor', 'taskId', 'runId'] as const;

function parseProcess(value: Json | undefined): ProcessIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { pid, host, started } = value;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
}
