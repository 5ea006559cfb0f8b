/** Adds points up over a section and decides what is shown, and how severely. */
import type { Hit } from '../rule.ts';
import { weighMention, weighSurroundings } from './mention.ts';
import type { ScoredHit } from './match-combinations.ts';
import { INJECTION_RULES, type InjectionRuleName } from './rules.ts';
import { isAboutSettings, isWeakObject } from './weak-object.ts';

const WARNING_POINTS = 50;
const ERROR_POINTS = 100;

/** Hits further apart than this belong to different sections, and a section is never longer than the window. */
const SECTION_GAP = 500;
const SECTION_WINDOW = 2_400;

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

/**
 * Each rule counts once, with its best hit: repeating a word proves nothing. Rules that only warn make no error, nor does
 * an order to set aside what may be part of a program, nor the model unless its lead is strong.
 */
function judgeSection(text: string, section: readonly ScoredHit[], factor: number): Hit[] {
  // What is discussed counts less, never more, so for most sections the text around their hits is not needed.
  if (sumOfBest(findBest(section, () => factor)) < WARNING_POINTS) return [];
  const best = findBest(section, (hit) => factor * weighHit(text, hit));
  const ofModel = best.get('model')?.points ?? 0;
  let ofRules = 0;
  let blocking = 0;
  let blocks = false;
  for (const hit of best.values()) {
    if (hit.rule === 'model') continue;
    ofRules += hit.points;
    if (hit.rule === 'override' && isWeakObject(text, hit)) continue;
    blocking += hit.points;
    blocks ||= INJECTION_RULES[hit.rule].severity === 'error';
  }
  if (ofRules + ofModel < WARNING_POINTS) return [];
  const isError = (blocks && blocking >= ERROR_POINTS) || section.some((hit) => isSaidStrongly(text, hit));
  const severity = isError ? 'error' : 'warning';
  return listPlaces(text, section, best, factor).map(({ rule, start, end }) => ({
    rule: INJECTION_RULES[rule],
    severity,
    start,
    end,
  }));
}

/**
 * Every place where a rule found as much as at its best one: what is repeated is withheld each time. If rules say what is
 * wrong, "it reads like an attack" adds nothing for people; otherwise it is said of each passage that alone is worth it.
 */
function listPlaces(
  text: string,
  section: readonly ScoredHit[],
  best: ReadonlyMap<InjectionRuleName, ScoredHit>,
  factor: number,
): ScoredHit[] {
  const hasRules = best.size > 1 || !best.has('model');
  return section.filter((hit) => {
    if (hit.rule === 'model' && hasRules) return false;
    const most = best.get(hit.rule)?.points ?? 0;
    const least = hit.rule === 'model' ? Math.min(most, WARNING_POINTS) : most;
    return hit.points * (factor * weighHit(text, hit)) >= least;
  });
}

/** What is spoken about blocks nobody. */
const isSaidStrongly = (text: string, hit: ScoredHit): boolean => hit.isStrong === true && weighHit(text, hit) === 1;

/** Not enough for a warning by itself. */
const OF_SETTINGS = 0.4;

function weighHit(text: string, hit: ScoredHit): number {
  if (hit.rule === 'model') return weighSurroundings(text, hit);
  const weight = weighMention(text, hit);
  return hit.rule === 'override' && isAboutSettings(text, hit) ? weight * OF_SETTINGS : weight;
}

function findBest(section: readonly ScoredHit[], weigh: (hit: ScoredHit) => number): Map<InjectionRuleName, ScoredHit> {
  const best = new Map<InjectionRuleName, ScoredHit>();
  for (const hit of section) {
    const points = hit.points * weigh(hit);
    if (points > (best.get(hit.rule)?.points ?? 0)) best.set(hit.rule, { ...hit, points });
  }
  return best;
}

const sumOfBest = (best: ReadonlyMap<InjectionRuleName, ScoredHit>): number =>
  [...best.values()].reduce((sum, { points }) => sum + points, 0);
