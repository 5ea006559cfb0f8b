import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../hash.ts';
import type { Json } from '../json.ts';
import type { Notice } from '../ports/index.ts';
import type { NotifyRule, Sink } from './rules.ts';

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
