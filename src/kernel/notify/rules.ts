import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../hash.ts';
import type { Json } from '../json.ts';
import type { Notice } from '../ports/index.ts';

/** Which notices go where: data, so that people can change it without code. */
export interface NotifyRule {
  /** Also the name under which a notice can ask for it. */
  readonly name: string;
  /** Types of events; `task.*` stands for all that begin with `task.`. */
  readonly on: readonly string[];
  /** Fields of the payload that must have exactly these values. */
  readonly when: Readonly<Record<string, Json>>;
  readonly to: readonly Sink[];
  /** The same notice within this time is sent once. */
  readonly dedupeMs: number;
}

export type Sink =
  /** A remark at the terminal of the process that notices it. */
  | { readonly kind: 'console' }
  /** One JSON line at the end of a file; relative to the data dir. */
  | { readonly kind: 'file'; readonly path: string }
  /** A POST with a JSON body. */
  | { readonly kind: 'webhook'; readonly url: string; readonly timeoutMs: number }
  /** A program with the notice as JSON on its standard input; never through a shell. */
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly timeoutMs: number;
    };

export const DEFAULT_FILE = 'notices.log';
export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_DEDUPE_MS = 60_000;

const HERE: readonly Sink[] = [{ kind: 'console' }, { kind: 'file', path: DEFAULT_FILE }];

const onStatus = (status: string): NotifyRule => ({
  name: status,
  on: ['task.transitioned'],
  when: { to: status },
  to: HERE,
  dedupeMs: DEFAULT_DEDUPE_MS,
});

/** What holds without a file of rules: what a person has to look at, and what was finished. */
export const DEFAULT_RULES: readonly NotifyRule[] = [
  {
    name: '#aof-alerts',
    on: ['task.deadlettered', 'notice.alert'],
    when: {},
    to: HERE,
    dedupeMs: 5 * DEFAULT_DEDUPE_MS,
  },
  onStatus('review'),
  onStatus('blocked'),
  onStatus('done'),
  { name: 'owner', on: ['project.idle'], when: {}, to: HERE, dedupeMs: 60 * DEFAULT_DEDUPE_MS },
];

export interface PlannedDelivery {
  readonly rule: string;
  readonly sink: Sink;
  /** Equal for notices that are the same to a person. */
  readonly key: string;
}

/** What has to be sent for one notice; `sentAt` knows when the same was last sent. */
export function planDeliveries(
  rules: readonly NotifyRule[],
  notice: Notice,
  nowMs: number,
  sentAt: (key: string) => number | undefined,
): PlannedDelivery[] {
  return rules
    .filter((rule) => isMeant(rule, notice))
    .flatMap((rule) => {
      const key = noticeKey(rule, notice);
      const sentMs = sentAt(key);
      // A time ahead of ours comes from a clock that was set back; it must not silence anything.
      const isRepeated = sentMs !== undefined && sentMs <= nowMs && nowMs - sentMs < rule.dedupeMs;
      return isRepeated ? [] : rule.to.map((sink) => ({ rule: rule.name, sink, key }));
    });
}

/** False if no rule speaks of it, whatever was sent before. */
export const isWanted = (rules: readonly NotifyRule[], notice: Notice): boolean =>
  rules.some((rule) => isMeant(rule, notice));

function isMeant(rule: NotifyRule, notice: Notice): boolean {
  if (notice.channel === rule.name) return true;
  if (!rule.on.some((pattern) => matches(pattern, notice.type))) return false;
  return Object.entries(rule.when).every(([field, wanted]) => isSame(notice.payload?.[field], wanted));
}

const matches = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)));

const isSame = (found: Json | undefined, wanted: Json): boolean =>
  found !== undefined && canonicalJson(found) === canonicalJson(wanted);

function noticeKey(rule: NotifyRule, { type, taskId, runId, text }: Notice): string {
  return sha256Hex(canonicalJson([rule.name, type, taskId ?? null, runId ?? null, text])).slice(0, 32);
}
