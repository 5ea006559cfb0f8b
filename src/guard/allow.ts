/** Leaves out what a person allowed, in the text itself or in a reviewed list. */
import { sha256Hex } from '../kernel/hash.ts';
import type { AllowEntry, AllowList } from '../kernel/ports/index.ts';
import { splitLines } from '../kernel/text.ts';
import { ALLOW_RULES, isKnownRule } from './list-rules.ts';
import type { Hit } from './rule.ts';

/** A line that may hold what a rule found, because its text says so and why. */
export interface InlineAllow {
  readonly rule: string;
  /** Offsets of the lines it speaks for: its own and the next. */
  readonly start: number;
  readonly end: number;
}

export interface Allowance {
  readonly inline: InlineAllowances;
  readonly lists: readonly AllowList[];
  readonly file: string | undefined;
  onAllowed?(rule: string): void;
}

export interface InlineAllowances {
  readonly allows: readonly InlineAllow[];
  /** Comments that allow nothing: no rule that exists, or no reason. */
  readonly faults: readonly Hit[];
}

export const NO_INLINE_ALLOWS: InlineAllowances = { allows: [], faults: [] };

const MARK = 'baton-allow';
const COMMENT_END = /[ \t]*(?:-->|\*\/|#\}|\}\}).*$/;
const LEAST_REASON = 3;

/** `baton-allow RULE REASON` applies to the line it is on and the one below it. */
export function findInlineAllows(text: string): InlineAllowances {
  if (!text.includes(MARK)) return NO_INLINE_ALLOWS;
  const found: InlineAllow[] = [];
  const faults: Hit[] = [];
  const lines = splitLines(text);
  for (const [index, line] of lines.entries()) {
    const at = text.indexOf(MARK, line.start);
    if (at === -1) break;
    if (at >= line.end) continue;
    const [rule, ...reason] = text
      .slice(at + MARK.length, line.end)
      .replace(COMMENT_END, '')
      .split(/[ \t:]+/)
      .filter((word) => word !== '');
    if (rule === undefined || !isKnownRule(rule) || reason.join(' ').length < LEAST_REASON) {
      faults.push({ rule: ALLOW_RULES.invalid, severity: 'error', start: at, end: line.end });
    } else {
      found.push({ rule, start: line.start, end: lines[index + 1]?.end ?? line.end });
    }
  }
  return { allows: found, faults };
}

export function applyAllowLists(text: string, hits: readonly Hit[], allowance: Allowance): Hit[] {
  const { inline, lists, file } = allowance;
  const entries = lists.flatMap((list) => list.entries);
  const judged = hits.flatMap((hit) => {
    const isListed = entries.some((entry) => isCovered(entry, hit, text, file));
    if (!isListed && !isAllowedInline(hit, inline.allows)) return [hit];
    allowance.onAllowed?.(hit.rule.id);
    return isListed ? [] : keepAllowed(hit);
  });
  return [...judged, ...inline.faults];
}

const isAllowedInline = (hit: Hit, list: readonly InlineAllow[]): boolean =>
  list.some(({ rule, start, end }) => rule === hit.rule.id && hit.start >= start && hit.start <= end);

/** A secret may stay in its file, but it is still masked wherever it is shown and withheld from agents. */
const keepAllowed = (hit: Hit): Hit[] =>
  hit.rule.kind === 'secret'
    ? [{ ...hit, severity: 'note', message: `${hit.rule.message}, allowed by a comment; agents do not see it` }]
    : [];

function isCovered(entry: AllowEntry, hit: Hit, text: string, file: string | undefined): boolean {
  if (entry.rule !== undefined && entry.rule !== hit.rule.id) return false;
  if (entry.kind !== undefined && entry.kind !== hit.rule.kind) return false;
  if (entry.path !== undefined && (file === undefined || !matchesPath(entry.path, file))) return false;
  if (entry.valueHash === undefined) return entry.path !== undefined && entry.rule !== undefined;
  return sha256Hex(hit.value ?? text.slice(hit.start, hit.end)) === entry.valueHash.toLowerCase();
}

function matchesPath(pattern: string, file: string): boolean {
  const escaped = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*{2,}|\*/g, (stars) => (stars === '**/' ? '(?:.*/)?' : stars === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^(?:\\./)?${escaped}$`).test(file.replaceAll('\\', '/'));
}
