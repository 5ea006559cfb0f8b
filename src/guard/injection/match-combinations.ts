/** Which combinations of concepts occur close enough together, and how many points that gives. */
import { CONCEPTS, type Concept } from './concepts.ts';
import type { ConceptHit } from './find-concepts.ts';
import { COMBINATIONS, type Combination, type InjectionRuleName } from './rules.ts';

export interface ScoredHit {
  readonly rule: InjectionRuleName;
  readonly points: number;
  readonly start: number;
  readonly end: number;
  /** Of the model: enough for an error by itself. */
  readonly isStrong?: boolean;
}

/** Things are named in English in sentences of any language. */
const IN_EVERY_LANGUAGE: ReadonlySet<Concept> = new Set([
  'secret',
  'destination',
  'memory',
  'dangerous-command',
  'system-prompt',
  'unbound',
]);

/** A combination with its parts as numbers and as bits. */
interface Pattern {
  readonly combination: Combination;
  readonly parts: readonly number[];
  readonly mask: number;
}

const bitOf = (concept: number): number => 1 << concept;

const PATTERNS: readonly Pattern[] = COMBINATIONS.map((combination) => {
  const parts = combination.parts.map((part) => CONCEPTS.indexOf(part));
  return { combination, parts, mask: parts.reduce((mask, part) => mask | bitOf(part), 0) };
});

/** By concept: the patterns it may begin. */
const BEGUN_BY: readonly (readonly number[])[] = CONCEPTS.map((_, concept) =>
  PATTERNS.flatMap(({ parts, combination }, number) =>
    (combination.ordered === true ? parts[0] === concept : parts.includes(concept)) ? [number] : [],
  ),
);

/** One match per place: for each pattern the search continues after what its last match covers. */
const free = new Float64Array(PATTERNS.length);

export function matchCombinations(text: string, hits: readonly ConceptHit[]): ScoredHit[] {
  if (hits.length < 2) return [];
  const found: ScoredHit[] = [];
  free.fill(0);
  const absent = ~conceptsOf(hits);
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index] as ConceptHit;
    for (const number of BEGUN_BY[hit.number] as readonly number[]) {
      if (hit.start < (free[number] as number)) continue;
      const pattern = PATTERNS[number] as Pattern;
      if ((pattern.mask & absent) !== 0) continue;
      const { rule, points, ordered, isForeign } = pattern.combination;
      if (isForeign === true && hit.language === 0) continue;
      const end = ordered === true ? matchInOrder(pattern, hits, index) : matchAny(pattern, hits, index);
      if (end === undefined || isApart(text, hit.start, end)) continue;
      found.push({ rule, points, start: hit.start, end });
      free[number] = end;
    }
  }
  return found;
}

const conceptsOf = (hits: readonly ConceptHit[]): number => {
  let mask = 0;
  for (const { number } of hits) mask |= bitOf(number);
  return mask;
};

function matchInOrder({ parts, combination }: Pattern, hits: readonly ConceptHit[], from: number): number | undefined {
  const first = hits[from] as ConceptHit;
  let wanted = 1;
  let end = first.end;
  for (let i = from + 1; i < hits.length && wanted < parts.length; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.end - first.start > combination.within) break;
    if (hit.number !== parts[wanted] || hit.start < end || !goTogether(first, hit)) continue;
    end = hit.end;
    wanted += 1;
  }
  return wanted === parts.length ? end : undefined;
}

/** The hit at `from` must be one of the parts; the others follow it in any order. */
function matchAny({ mask, combination }: Pattern, hits: readonly ConceptHit[], from: number): number | undefined {
  const first = hits[from] as ConceptHit;
  let missing = mask & ~bitOf(first.number);
  let end = first.end;
  for (let i = from + 1; i < hits.length && missing !== 0; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.start - first.start > combination.within) break;
    // The same words must not count for two parts.
    if ((missing & bitOf(hit.number)) === 0 || hit.start < end || !goTogether(first, hit)) continue;
    if (hit.end - first.start > combination.within) continue;
    missing &= ~bitOf(hit.number);
    end = hit.end;
  }
  return missing === 0 ? end : undefined;
}

/** A blank line, a list item, a table cell, a heading or two full stops between: the words belong to different thoughts. */
const BORDER = /\n[ \t]*\n|\n[ \t]*(?:[-*+#>|]|\d{1,2}[.)]) |```|(?:[.!?:][ \n][^.!?]{12,}){2}[.!?] /;

const isApart = (text: string, start: number, end: number): boolean => BORDER.test(text.slice(start, end));

const goTogether = (a: ConceptHit, b: ConceptHit): boolean =>
  a.language === b.language ||
  (a.language === 0 && IN_EVERY_LANGUAGE.has(a.concept)) ||
  (b.language === 0 && IN_EVERY_LANGUAGE.has(b.concept));
