/**
 * From what rules saw to findings people read. Short pieces of text for findings, in which no secret can be read.
 * Which of all that rules saw is told: each thing once, and no more than somebody reads.
 */

import { compareFindings, type Finding, type Severity } from '../kernel/finding.ts';
import { given } from '../kernel/given.ts';
import { createLineIndex, cutText } from '../kernel/text.ts';
import { INJECTION_RULES } from './injection/rules.ts';
import { findPii } from './pii/find-pii.ts';
import type { Hit, Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';

/** How much around a hit is looked at for personal data before it is shown. */
const MARGIN = 2_000;
const EXCERPT_LIMIT = 240;

interface Rendering {
  readonly file: string | undefined;
  /** All that was seen in the text and what it hides, told or not: values among it are masked wherever they would show. */
  readonly found: readonly Hit[];
}

export function renderFindings(text: string, hits: readonly Hit[], { file, found }: Rendering): Finding[] {
  if (hits.length === 0) return [];
  const index = createLineIndex(text);
  const ordered = hits.toSorted((a, b) => a.start - b.start);
  const hidden = createSpanFinder([...found.filter(isValue), ...findPersonalData(text, ordered)]);
  return ordered
    .map((hit): Finding => {
      const from = index.positionAt(hit.start);
      const to = index.positionAt(Math.max(hit.start, hit.end));
      const spans = isValue(hit) ? [hit] : hidden(hit.start, hit.start + EXCERPT_LIMIT);
      return {
        rule: hit.rule.id,
        kind: hit.rule.kind,
        severity: hit.severity,
        ...given({ file }),
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column,
        excerpt: renderExcerpt(text, hit.start, hit.end, spans),
        message: hit.message ?? hit.rule.message,
        hint: hit.rule.hint,
      };
    })
    .toSorted(compareFindings);
}

const isValue = ({ rule }: Hit): boolean => rule.kind === 'secret' || rule.kind === 'pii';

/** Around what is shown, whether it was asked for or not; overlapping stretches are scanned once. */
function findPersonalData(text: string, ordered: readonly Hit[]): MaskedSpan[] {
  const spans: MaskedSpan[] = [];
  let from = 0;
  let to = 0;
  const look = (): void => {
    for (const { start, end } of findPii(text.slice(from, to))) spans.push({ start: from + start, end: from + end });
  };
  for (const hit of ordered) {
    if (isValue(hit)) continue;
    const start = Math.max(0, hit.start - MARGIN);
    if (start > to) {
      look();
      from = start;
    }
    to = Math.max(to, Math.min(text.length, hit.start + EXCERPT_LIMIT + MARGIN));
  }
  look();
  return spans;
}

/** Spans joined and in order, so that those of one place are found without walking over all others. */
function createSpanFinder(spans: readonly MaskedSpan[]): (start: number, end: number) => MaskedSpan[] {
  const joined: MaskedSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || start >= last.end) joined.push({ start, end });
    else if (end > last.end) joined[joined.length - 1] = { start: last.start, end };
  }
  return (start, end) => {
    let low = 0;
    let high = joined.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((joined[middle] as MaskedSpan).end <= start) low = middle + 1;
      else high = middle;
    }
    const near: MaskedSpan[] = [];
    for (let i = low; i < joined.length && (joined[i] as MaskedSpan).start < end; i += 1)
      near.push(joined[i] as MaskedSpan);
    return near;
  };
}

interface MaskedSpan {
  readonly start: number;
  readonly end: number;
}

const EXCERPT_LENGTH = 120;
const SHOWN = 4;

/** Enough of a value to find it again, never enough to use it. */
function maskValue(value: string): string {
  const shown = value.length >= 12 ? SHOWN : value.length >= 6 ? 1 : 0;
  return `${value.slice(0, shown)}${'*'.repeat(Math.min(8, value.length - shown))}`;
}

/** `start..end` of the text on one line, with every span of `hidden` masked and unprintable characters spelled out. */
function renderExcerpt(text: string, start: number, end: number, hidden: readonly MaskedSpan[]): string {
  const pieces: string[] = [];
  let at = start;
  const limit = Math.min(end, start + EXCERPT_LENGTH * 2);
  for (const span of hidden.toSorted((a, b) => a.start - b.start)) {
    if (span.end <= at || span.start >= limit) continue;
    pieces.push(text.slice(at, Math.max(at, span.start)), maskValue(text.slice(Math.max(span.start, at), span.end)));
    at = span.end;
  }
  if (at < limit) pieces.push(text.slice(at, limit));
  return cutText(spellOut(pieces.join('').replaceAll(/\s+/g, ' ').trim()), EXCERPT_LENGTH, '…');
}

/** Control, format and invisible characters would change what the reader sees. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u3164]|[\u034F]|[\u17B4-\u17B5]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

const spellOut = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);

/** Limits of one scan. Each that is hit becomes a finding. */

/** At most this many findings of one text are listed, the most severe first; nobody reads more. */
const MAX_HITS = 1_000;

/** Longer text is scanned up to here. */
export const MAX_CHARACTERS = 256 * 1024 * 1024;

const RANK = { error: 0, warning: 1, note: 2 } as const;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** How far hits of at least each severity reach, and which of them reaches furthest. */
class Reach {
  private readonly last: (Hit | undefined)[] = SEVERITIES.map(() => undefined);

  /** The hit that covers the beginning of this one and is no less severe. */
  findCovering({ start, severity }: Hit): Hit | undefined {
    return this.last.slice(0, RANK[severity] + 1).find((hit) => hit !== undefined && start < hit.end);
  }

  add(hit: Hit): void {
    if (hit.end > (this.last[RANK[hit.severity]]?.end ?? 0)) this.last[RANK[hit.severity]] = hit;
  }
}

/** The same rule sees the same place through several views; a seed phrase inside a shown passage needs no remark of its own. */
export function joinHits(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  if (hits.length === 0) return kept;
  const reaches = new Map<Rule | string, Reach>();
  const reachOf = (key: Rule | string): Reach => {
    const reach = reaches.get(key) ?? new Reach();
    reaches.set(key, reach);
    return reach;
  };
  let injectionEnd = 0;
  for (const hit of hits.toSorted(
    (a, b) => a.start - b.start || RANK[a.severity] - RANK[b.severity] || b.end - a.end,
  )) {
    const isSeed = hit.rule === INJECTION_RULES.seedPhrase;
    if (isSeed && hit.severity !== 'error' && hit.start < injectionEnd) continue;
    const ofRule = hit.isOpened === true ? undefined : reachOf(hit.rule);
    const ofValue = hit.value === undefined ? undefined : reachOf(`${hit.rule.id} ${hit.value}`);
    const covering = ofRule?.findCovering(hit) ?? ofValue?.findCovering(hit);
    // Of a secret everything is hidden that any look at it saw.
    if (covering !== undefined && (hit.rule.kind !== 'secret' || hit.end <= covering.end)) continue;
    ofRule?.add(hit);
    ofValue?.add(hit);
    if (hit.rule.kind === 'injection') injectionEnd = Math.max(injectionEnd, hit.end);
    kept.push(hit);
  }
  return kept;
}

/** The most severe ones, each severity from the beginning of the text, and a word about the rest that is as severe as it. */
export function limitHits(hits: readonly Hit[]): Hit[] {
  const ordered = hits.toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || a.start - b.start);
  const cut = ordered[MAX_HITS];
  if (cut === undefined) return ordered;
  const { severity, start, end } = cut;
  const message = `more than ${MAX_HITS} findings; the rest is not listed`;
  return [...ordered.slice(0, MAX_HITS), { rule: STRUCTURE_RULES.limit, severity, start, end, message }];
}
