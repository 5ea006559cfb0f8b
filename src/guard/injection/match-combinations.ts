/** Which combinations of concepts stand close enough together, and how many points that gives. */
import type { Concept } from './concepts.ts';
import type { ConceptHit } from './find-concepts.ts';
import { COMBINATIONS, type Combination, type InjectionRuleName } from './rules.ts';

export interface ScoredHit {
  readonly rule: InjectionRuleName;
  readonly points: number;
  readonly start: number;
  readonly end: number;
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

export function matchCombinations(text: string, hits: readonly ConceptHit[]): ScoredHit[] {
  if (hits.length < 2) return [];
  const present = new Set<Concept>();
  for (const hit of hits) present.add(hit.concept);
  return COMBINATIONS.filter((combination) => combination.parts.every((part) => present.has(part))).flatMap(
    (combination) => matchOne(combination, hits, text),
  );
}

/** One match per place: the search goes on behind what a match covers. */
function matchOne(combination: Combination, hits: readonly ConceptHit[], text: string): ScoredHit[] {
  const found: ScoredHit[] = [];
  let free = 0;
  const { parts } = combination;
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index] as ConceptHit;
    if (
      hit.start < free ||
      (combination.isForeign === true && hit.language === 0) ||
      !(combination.ordered === true ? hit.concept === parts[0] : parts.includes(hit.concept))
    )
      continue;
    const end =
      combination.ordered === true ? matchInOrder(combination, hits, index) : matchAny(combination, hits, index);
    if (end === undefined || isApart(text, hit.start, end)) continue;
    found.push({ rule: combination.rule, points: combination.points, start: hit.start, end });
    free = end;
  }
  return found;
}

function matchInOrder({ parts, within }: Combination, hits: readonly ConceptHit[], from: number): number | undefined {
  const first = hits[from] as ConceptHit;
  let wanted = 1;
  let end = first.end;
  for (let i = from + 1; i < hits.length && wanted < parts.length; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.end - first.start > within) break;
    if (hit.concept !== parts[wanted] || hit.start < end || !goTogether(first, hit)) continue;
    end = hit.end;
    wanted += 1;
  }
  return wanted === parts.length ? end : undefined;
}

/** The hit at `from` must be one of the parts; the others follow it in any order. */
function matchAny({ parts, within }: Combination, hits: readonly ConceptHit[], from: number): number | undefined {
  const first = hits[from] as ConceptHit;
  const missing = parts.filter((part) => part !== first.concept);
  let end = first.end;
  for (let i = from + 1; i < hits.length && missing.length > 0; i += 1) {
    const hit = hits[i] as ConceptHit;
    if (hit.start - first.start > within) break;
    const at = missing.indexOf(hit.concept);
    // The same words must not stand for two parts.
    if (at === -1 || hit.start < end || hit.end - first.start > within || !goTogether(first, hit)) continue;
    missing.splice(at, 1);
    end = hit.end;
  }
  return missing.length === 0 ? end : undefined;
}

/** A blank line, a list item, a table cell, a heading or two full stops between: the words belong to different thoughts. */
const BORDER = /\n[ \t]*\n|\n[ \t]*(?:[-*+#>|]|\d{1,2}[.)]) |```|(?:[.!?:][ \n][^.!?]{12,}){2}[.!?] /;

const isApart = (text: string, start: number, end: number): boolean => BORDER.test(text.slice(start, end));

const goTogether = (a: ConceptHit, b: ConceptHit): boolean =>
  a.language === b.language ||
  (a.language === 0 && IN_EVERY_LANGUAGE.has(a.concept)) ||
  (b.language === 0 && IN_EVERY_LANGUAGE.has(b.concept));
