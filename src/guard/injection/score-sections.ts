/** Adds points up over a section and decides what is shown, and how severely. */
import type { Hit } from '../rule.ts';
import { isMention } from './mention.ts';
import type { ScoredHit } from './match-combinations.ts';
import { INJECTION_RULES } from './rules.ts';

const WARNING_POINTS = 50;
const ERROR_POINTS = 100;

/** Hits further apart than this belong to different sections, and a section is never longer than the window. */
const SECTION_GAP = 500;
const SECTION_WINDOW = 2_400;

/** A quoted or discussed attack counts for less than one that is made. */
const MENTION_FACTOR = 0.5;

export function scoreSections(text: string, hits: readonly ScoredHit[], factor: number): Hit[] {
  const ordered = hits.toSorted((a, b) => a.start - b.start || b.points - a.points);
  return splitSections(ordered).flatMap((section) => judgeSection(text, section, factor));
}

function splitSections(hits: readonly ScoredHit[]): ScoredHit[][] {
  const sections: ScoredHit[][] = [];
  let first = 0;
  let end = 0;
  for (const hit of hits) {
    const current = sections.at(-1);
    if (current === undefined || hit.start - end > SECTION_GAP || hit.end - first > SECTION_WINDOW) {
      sections.push([hit]);
      first = hit.start;
      end = hit.end;
    } else {
      current.push(hit);
      end = Math.max(end, hit.end);
    }
  }
  return sections;
}

/** Each rule counts once, with its best hit: repeating a word proves nothing. */
function judgeSection(text: string, section: readonly ScoredHit[], factor: number): Hit[] {
  const best = new Map<string, ScoredHit>();
  for (const hit of section) {
    const points = isMention(text, hit) ? hit.points * MENTION_FACTOR : hit.points;
    if (points > (best.get(hit.rule)?.points ?? 0)) best.set(hit.rule, { ...hit, points });
  }
  let total = 0;
  for (const hit of best.values()) total += hit.points * factor;
  if (total < WARNING_POINTS) return [];
  const severity = total >= ERROR_POINTS ? 'error' : 'warning';
  return [...best.values()].map(({ rule, start, end }) => ({ rule: INJECTION_RULES[rule], severity, start, end }));
}
