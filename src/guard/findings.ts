/** From what rules saw to findings people read. */
import { compareFindings, createLineIndex, type Finding } from '../kernel/index.ts';
import { renderExcerpt } from './mask.ts';
import type { Hit } from './rule.ts';
import { findPii } from './pii/find-pii.ts';
import { sweepText } from './sweep.ts';

/** How much around a hit is looked at for secrets before it is shown. */
const MARGIN = 2_000;
const EXCERPT_LIMIT = 240;

export function renderFindings(text: string, hits: readonly Hit[], file: string | undefined): Finding[] {
  if (hits.length === 0) return [];
  const index = createLineIndex(text);
  return hits
    .map((hit): Finding => {
      const from = index.positionAt(hit.start);
      const to = index.positionAt(Math.max(hit.start, hit.end));
      return {
        rule: hit.rule.id,
        kind: hit.rule.kind,
        severity: hit.severity,
        ...(file === undefined ? {} : { file }),
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column,
        excerpt: renderExcerpt(text, hit.start, hit.end, hiddenAround(text, hit)),
        message: hit.message ?? hit.rule.message,
        hint: hit.rule.hint,
      };
    })
    .toSorted(compareFindings);
}

/** Whatever rule speaks, its excerpt must show no secret: each piece is looked through again before it goes out. */
function hiddenAround(text: string, hit: Hit): { start: number; end: number }[] {
  if (hit.rule.kind === 'secret' || hit.rule.kind === 'pii') return [{ start: hit.start, end: hit.end }];
  const from = Math.max(0, hit.start - MARGIN);
  const part = text.slice(from, Math.min(text.length, hit.start + EXCERPT_LIMIT + MARGIN));
  return [...sweepText(part).secrets, ...findPii(part)].map(({ start, end }) => ({
    start: from + start,
    end: from + end,
  }));
}
