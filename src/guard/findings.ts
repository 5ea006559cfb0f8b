/** From what rules saw to findings people read. */
import { given } from '../kernel/given.ts';
import { compareFindings, type Finding } from '../kernel/finding.ts';
import { createLineIndex } from '../kernel/text.ts';
import { renderExcerpt, type MaskedSpan } from './mask.ts';
import type { Hit } from './rule.ts';
import { findPii } from './pii/find-pii.ts';

/** How much around a hit is looked at for personal data before it is shown. */
const MARGIN = 2_000;
const EXCERPT_LIMIT = 240;

export interface Rendering {
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
