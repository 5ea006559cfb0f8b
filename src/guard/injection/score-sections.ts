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
 * Each rule counts once, with its best hit: repeating a word proves nothing. The model never makes an error, nor do rules
 * that only warn, nor an order to set aside what may be part of a program.
 */
function judgeSection(text: string, section: readonly ScoredHit[], factor: number): Hit[] {
  // What is spoken about counts less, never more, so most sections need no look at what stands around their hits.
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
  // Where rules say what is wrong, "it reads like an attack" adds nothing for people.
  if (best.size > 1) best.delete('model');
  const severity = blocks && blocking >= ERROR_POINTS ? 'error' : 'warning';
  return [...best.values()].map(({ rule, start, end }) => ({ rule: INJECTION_RULES[rule], severity, start, end }));
}

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
