/** Personal data in a text. Forms are tried only on lines that hold a sign of them. */
import type { Hit } from '../rule.ts';
import { CONTEXT_REACH, type PiiGate, type PiiKind } from './kind.ts';
import { PII_KINDS } from './kinds.ts';
import { visitSignedLines } from './line-signs.ts';

/** A text no longer than this with an address in it alone is the value of a field. */
const LONGEST_FIELD = 60;

/** Numbers are set in groups with blanks of many widths; one unit for one, so that places stay. */
const STRANGE_BLANK = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Which lines and kinds are looked at is for tests to change: what is found must not depend on it. */
export function findPii(text: string, visitLines = visitSignedLines, findClosed = findClosedGates): Hit[] {
  const search: Search = { text, hits: [], words: new Map() };
  visitLines(text, (start, end, signs) => {
    const line = text.slice(start, end).replaceAll(STRANGE_BLANK, ' ');
    const closed = findClosed(text, start, end, signs);
    for (const kind of kindsWith(signs)) {
      if (kind.gate === undefined || !closed.includes(kind.gate)) collect(search, kind, line, start);
    }
  });
  return keepFirst(search.hits);
}

/** Lines hold the same few sets of signs again and again. */
const kindsBySigns = new Map<number, readonly PiiKind[]>();

function kindsWith(signs: number): readonly PiiKind[] {
  const known = kindsBySigns.get(signs) ?? PII_KINDS.filter((kind) => mayHold(signs, kind));
  kindsBySigns.set(signs, known);
  return known;
}

const mayHold = (signs: number, { sign, alsoSign = -1 }: PiiKind): boolean =>
  (signs & sign) !== 0 && (signs & alsoSign) !== 0;

/** Gates, each with the signs of all the kinds it guards. */
const GATES: ReadonlyMap<PiiGate, number> = PII_KINDS.reduce(
  (gates, { gate, sign }) => (gate === undefined ? gates : gates.set(gate, (gates.get(gate) ?? 0) | sign)),
  new Map<PiiGate, number>(),
);

function findClosedGates(text: string, start: number, end: number, signs: number): readonly PiiGate[] {
  const closed: PiiGate[] = [];
  for (const [gate, sign] of GATES) {
    if ((signs & sign) !== 0 && !gate.pattern.test(text.slice(Math.max(0, start - gate.before), end)))
      closed.push(gate);
  }
  return closed;
}

interface Search {
  readonly text: string;
  readonly hits: Hit[];
  /** Whether the words a kind wants somewhere in the text are there; looked for once. */
  readonly words: Map<PiiKind, boolean>;
}

function collect(search: Search, kind: PiiKind, line: string, lineStart: number): void {
  const { form, rule } = kind;
  const { text, hits } = search;
  form.lastIndex = 0;
  for (let match = form.exec(line); match !== null; match = form.exec(line)) {
    const value = findReal(kind, match[0]);
    if (value === undefined) continue;
    const start = lineStart + match.index;
    const end = start + value.length;
    if (!isExpected(search, kind, start, end)) continue;
    if (isFictional(value) && !PHONE_WORD.test(text.slice(Math.max(0, start - CONTEXT_REACH), start))) continue;
    if (isTestCard(value) && TEST_WORD.test(text.slice(Math.max(0, start - CONTEXT_REACH), end + CONTEXT_REACH)))
      continue;
    hits.push({ rule, severity: 'warning', start, end, value });
  }
}

/** The value or, if words may trail it, the part of it that passes its check. */
function findReal({ isReal, mayTrail }: PiiKind, found: string): string | undefined {
  if (isReal === undefined) return found;
  for (let value = found; value.length > 8; value = value.slice(0, value.lastIndexOf(' '))) {
    if (isReal(value)) return value;
    if (mayTrail !== true || !value.includes(' ')) break;
  }
  return found.length <= 8 && isReal(found) ? found : undefined;
}

/** Numbers set aside for films and examples count only if the text says whose they are. */
const isFictional = (value: string): boolean => /555[ .-]?01\d{2}$/.test(value);
const PHONE_WORD = /\b(?:phone|call|tel|mobile|number|contact|us|cell)\b/i;

/** Cards that payment services publish for tests; silent if the text says so. */
const TEST_CARDS: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000056655665556',
  '4000000000000002',
  '4111111111111111',
  '4012888888881881',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '30569309025904',
  '38520000023237',
  '3566002020360505',
  '3530111333300000',
]);
const isTestCard = (value: string): boolean => TEST_CARDS.has(value.replaceAll(/[ -]/g, ''));
const TEST_WORD = /\btest|sandbox|stripe|dummy|demo\b|fixture/i;

/** A number alone on its line is data by itself; elsewhere a word near it must say what it is. */
function isExpected({ text, words }: Search, kind: PiiKind, start: number, end: number): boolean {
  const { context, needsWord, anywhere, label, isWholeText } = kind;
  if (isWholeText === true) return text.trim().length <= LONGEST_FIELD;
  if (label !== undefined) return label.test(text.slice(Math.max(0, start - CONTEXT_REACH), start));
  if (context !== undefined) {
    if (context.test(text.slice(Math.max(0, start - CONTEXT_REACH), end + CONTEXT_REACH / 2))) return true;
    if (needsWord === true || !isAlone(text, start, end)) return false;
  }
  if (anywhere === undefined) return true;
  const known = words.get(kind) ?? anywhere.test(text);
  words.set(kind, known);
  return known;
}

const isAlone = (text: string, start: number, end: number): boolean =>
  isBlankTo(text, start, -1) && isBlankTo(text, end - 1, 1);

/** Whether there are only blanks between a place and the border of its line in one direction. */
function isBlankTo(text: string, from: number, step: 1 | -1): boolean {
  for (let at = from + step; at >= 0 && at < text.length && text[at] !== '\n'; at += step) {
    if ((text[at] as string).trim() !== '') return false;
  }
  return true;
}

/** Several kinds may fit one number; the first of the table names it. */
function keepFirst(hits: Hit[]): Hit[] {
  if (hits.length < 2) return hits;
  const ordered = hits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return ordered.filter(
    (hit, index) =>
      index === 0 || hit.start >= (ordered[index - 1] as Hit).end || hit.end > (ordered[index - 1] as Hit).end,
  );
}
