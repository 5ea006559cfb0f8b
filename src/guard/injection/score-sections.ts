/** Adds points up over a section and decides what is shown, and how severely. */

import type { Hit } from '../rule.ts';
import type { ScoredHit } from './match-combinations.ts';
import { INJECTION_RULES, type InjectionRuleName } from './rules.ts';

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

/** Tells an attack that is made from one that is quoted, discussed or forbidden. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const LOOK_BEFORE = 160;
const LOOK_AFTER = 100;
const DISCUSSION =
  /\b(?:prompt[- ]injections?|injection (?:attempts?|attacks?|patterns?|detection|tests?)|jailbreak(?:s|ing)? (?:attempts?|prompts?|detection)|attack(?:s|ers?)?\b|malicious|adversarial|red[- ]team\w*|vulnerabilit\w*|cve-\d|owasp|threat|payloads?|phrases? like|patterns? like|strings? like|says? ['"“]|such as ['"“`]|for example[,:]? ['"“`]|e\.g\.|examples?:|detect(?:s|ed|ion|or|ing)?\b|block(?:s|ed)\b|flag(?:s|ged)\b|sanitiz\w*|mitigat\w*|test cases?|fixtures?|regex\w*|(?:block|deny)lists?|reject(?:s|ed)?|attempts? to|tries to|tried to|techniques?|treat it as|lint(?:er|s)?\b)/i;
/** An order not to do it: rules of a project forbid the very things attacks ask for. No clause may end between. */
const FORBIDDEN =
  /\b(?:never|must not|mustn't|do not|don't|cannot|can't|should not|shouldn't|shall not|not allowed to|prohibited|forbidden|without (?:ever )?)(?:\s+[^\s.,:;!?]+){0,2}\s*$/i;

/** Where a clause ends: that something was discussed before it says nothing about what comes after it. */
const CLAUSE_END =
  /(?:(?<!\b(?:e\.g|i\.e|etc|vs))[.!?;]["'”’)*_]{0,3}\s|\n[ \t]*\n|\n[ \t]*(?:[-*+#>|]|\d{1,2}[.)])[ \t])/g;
/** A new sentence, item or line begins here, maybe with a word to the reader: what follows is said, not spoken about. */
const SENTENCE_START =
  /(?:^|\n|(?<!\b(?:e\.g|i\.e|etc|vs))[.!?;:>)\]]["'”’*_]{0,3}\s|[—–]\s?|,\s(?=(?:so|please|now|then|just)\s))[ \t>*#|-]*(?:\d{1,2}[.)]\s|\[[ x]\]\s)?(?:(?:please|now|just|then|so|and|also|first|agents?|assistants?|everyone|you (?:must|should|shall|have to|need to|will|can)|next agents?)[ ,:]{1,3}){0,3}$/i;
/** After these words a colon introduces something that is discussed. */
const INTRODUCED =
  /\b(?:examples?|e\.g\.|like|such as|phrases?|patterns?|strings?|payloads?|prompts?|attacks?|injections?|attempts?|say(?:s|ing)?|said|reads?|contain(?:s|ed|ing)|texts?|(?:test )?cases?|fixtures?|inputs?)[^.!?\n:]{0,12}:\s*(?:[-*]\s*)?$/i;
/** Quotation marks, each with the mark that closes it. */
const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‘', '’'],
  ['「', '」'],
];

const DISCUSSED = 0.5;
const PROHIBITED = 0.4;

/**
 * How much a passage counts: fully if it is an instruction, less if it is discussed. An order in a sentence of its own
 * is an instruction, whatever the sentences around it say, unless it is quoted.
 */
function weighMention(text: string, { start, end }: Place): number {
  const before = text.slice(Math.max(0, start - LOOK_BEFORE), start);
  if (FORBIDDEN.test(before.slice(-60))) return PROHIBITED;
  const after = text.slice(end, end + LOOK_AFTER);
  if (isQuoted(lineUpTo(text, end), after))
    return EMBEDDED.test(lineUpTo(text, start)) ? DISCUSSED : isDiscussed(before, after);
  if (INTRODUCED.test(before)) return DISCUSSED;
  if (SENTENCE_START.test(before)) return 1;
  return isDiscussed(lastClause(before), after.slice(0, clauseLength(after)));
}

/** A window of the model is not a clause: only the text around it can be judged. */
function weighSurroundings(text: string, { start, end }: Place): number {
  const before = text.slice(Math.max(0, start - LOOK_BEFORE), start);
  return isDiscussed(before, text.slice(end, end + LOOK_AFTER));
}

const isDiscussed = (before: string, after: string): number =>
  DISCUSSION.test(before) || DISCUSSION.test(after) ? DISCUSSED : 1;

function lastClause(before: string): string {
  const last = [...before.matchAll(CLAUSE_END)].at(-1);
  return last === undefined ? before : before.slice(last.index + last[0].length);
}

function clauseLength(after: string): number {
  const first = after.matchAll(CLAUSE_END).next().value;
  return first?.index ?? after.length;
}

/** The line of a passage up to its end; of a very long line, only a part. */
const lineUpTo = (text: string, end: number): string => {
  const before = text.slice(Math.max(0, end - LOOK_BEFORE - LOOK_AFTER), end);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** A mark is open at the end of the passage, and closed after it. */
const isQuoted = (line: string, after: string): boolean =>
  QUOTES.some(([open, close]) => isOpen(line, open, close) && after.includes(close)) ||
  (APOSTROPHE_OPEN.test(line) && APOSTROPHE_CLOSE.test(after));

/** The mark is inside a sentence: `resists "ignore …" as it should`. Values of fields follow a colon. */
const EMBEDDED = /\p{L},? ["“„«‘'`][^"“”„«»‘’'`]{0,200}$/u;
/** An apostrophe inside a word opens nothing. */
const APOSTROPHE_OPEN = /(?:^|[\s([,:])'(?=\S)[^']{0,200}$/;
const APOSTROPHE_CLOSE = /^[^'\n]{0,90}'(?!\p{L})/u;

function isOpen(text: string, open: string, close: string): boolean {
  if (open === close) return text.split(open).length % 2 === 0;
  return text.lastIndexOf(open) > text.lastIndexOf(close);
}

/** What programs have too. Everything else that rules know as instructions is only ever given to a reader. */
const COMMON =
  /\b(?:rules?|prompts?|constraints?|restrictions?|limitations?|polic(?:y|ies)|context|requests?|messages?|tasks|commands|conversation|assignments?|protocols)$/i;
/** Even these words between are not enough for what passes through programs all day. */
const EVERYDAY = /\b(?:requests?|messages?|tasks|commands|context|assignments?)$/i;
/** Words that say which ones, and nothing about what they are. */
const ONLY_WHICH =
  /^\S+(?:\s+(?:about|to|of|the|all|any|every|each|and|or|your|my|our|these|those|this|that|previous|prior|above|earlier|preceding|existing|original|initial|foregoing|past|former|current|other|aforementioned|following|system|own|given|such|with|future|provided|safety|security|content|ethical|usage|agent|open|ai|openai(?:['’]s)?|instructions?|rules?|policies|commands|context|messages|,))*\s+\S+$/i;
const OF_THE_MIND =
  /^(?:ignor|disregard|forget|forgot|neglect|overlook|do not|don|pay no|never mind|nevermind|set aside|stop|unlearn|abandon|discard|no longer)/i;

/** Whether what a passage sets aside may as well be part of a program, so that it alone blocks nobody. */
function isWeakObject(text: string, { start, end }: Place): boolean {
  const passage = text.slice(start, end);
  if (!COMMON.test(passage)) return false;
  if (!ONLY_WHICH.test(passage)) return true;
  return EVERYDAY.test(passage) && !OF_THE_MIND.test(passage);
}

/** Settings are set aside in every manual. The words of other languages for instructions mean them too. */
const SETTINGS =
  /설정|設定|设置|设定|設置|配置|einstellung|konfigura|réglage|paramètre|configura|ajustes|impostazion|instelling|ustawie|настройк/i;
const STRONG = /지시|명령|指示|命令|指令|anweisung|instruc|consigne|istruzion|instructie|instrukcj|инструкц|указани/i;

/** Whether a passage in another language sets aside nothing but settings. */
function isAboutSettings(text: string, { start, end }: Place): boolean {
  const passage = text.slice(start, end);
  return SETTINGS.test(passage) && !STRONG.test(passage);
}
