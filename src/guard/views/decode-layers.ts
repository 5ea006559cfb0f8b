import { appendAll } from '../rule.ts';
import { isLetter, matchAnchored, unitAt } from '../text/units.ts';
import type { Survey } from '../text/survey.ts';
import { decodeBase64, decodeHex, decodePercent, decodePieces, PIECE } from './decode-runs.ts';
import {
  findSmallCapitals,
  findSpread,
  findWrapped,
  joinSpread,
  readSmallCapitals,
  visitSpacedHex,
} from './encoded-places.ts';

/** Text hidden in encodings: base64, hex, percent, rot13, reversed, spread and leet letters. */
export interface DecodedPassage {
  readonly how: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Read from the middle of something else: values in it may be parts of anything. */
  readonly isPartial?: boolean;
}

const PERCENT = /(?:%[0-9A-Fa-f]{2}[^\s%]{0,40}){4,}/y;

/** The places of words that are attack words only after rotation. */
export interface TurnedPlaces {
  readonly rotated: readonly number[];
  readonly reversed: readonly number[];
}

/**
 * Every layer is read within its line, so that parts of a text can be decoded by themselves; only wrapped runs reach over
 * several.
 */
export function decodeLayers(text: string, survey: Survey, turned: TurnedPlaces): DecodedPassage[] {
  const found: DecodedPassage[] = [];
  for (const { start, end } of survey.longRuns) appendAll(found, decodeRun(text, start, end));
  if (text.includes('\n')) appendAll(found, decodeWrapped(text));
  decodeSpacedHex(text, found);
  decodePercentRuns(text, found);
  decodeLines(text, 'rot13', turned.rotated, rot13, found);
  decodeLines(text, 'reversed', turned.reversed, reverse, found);
  decodeLines(text, 'leet', survey.leetPlaces, readLeet, found);
  decodeLines(text, 'spread', findSpread(text), joinSpread, found);
  decodeLines(text, 'small capitals', findSmallCapitals(text, survey), readSmallCapitals, found);
  return found;
}

const reverse = (line: string): string => Array.from(line).toReversed().join('');
const readLeet = (line: string): string => (LEET_WORD.test(line) ? decodeLeet(line) : line);

function decodeRun(text: string, start: number, end: number): DecodedPassage[] {
  const isHex = isHexRun(text, start, end);
  const how = isHex ? 'hex' : 'base64';
  return decodePieces(text, start, end, isHex ? decodeHex : decodeBase64).map((passage) => ({ how, ...passage }));
}

const isHexRun = (text: string, start: number, end: number): boolean =>
  /^(?:0x)?[0-9a-fA-F]+$/.test(text.slice(start, Math.min(end, start + PIECE)));

function decodeWrapped(text: string): DecodedPassage[] {
  return findWrapped(text).flatMap(({ joined, originOf }) =>
    decodeRun(joined, 0, joined.length).map((passage) => ({ ...passage, ...originOf(passage.start, passage.end) })),
  );
}

function decodeSpacedHex(text: string, found: DecodedPassage[]): void {
  visitSpacedHex(text, (start, end) => {
    for (const passage of decodePieces(text, start, end, decodeHex)) found.push({ how: 'hex', ...passage });
  });
}

function decodePercentRuns(text: string, found: DecodedPassage[]): void {
  for (const { 0: run, index } of matchAnchored(text, '%', PERCENT)) {
    for (const passage of decodePieces(text, wordStartBefore(text, index), index + run.length, decodePercent))
      found.push({ how: 'percent', ...passage });
  }
}

const LONGEST_WORD = 24;

/** The word before the first sign belongs to it: in `q=Ignore%20all` only the blank is encoded. */
function wordStartBefore(text: string, at: number): number {
  let start = at;
  while (at - start < LONGEST_WORD && isLetter(unitAt(text, start - 1))) start -= 1;
  return start;
}

/** How much of a line around a telling word is turned. */
const LINE_REACH = 400;

/** The line around each place, read by `decode`; a line is read once, however many places it holds. */
function decodeLines(
  text: string,
  how: string,
  places: Iterable<number>,
  decode: (line: string) => string,
  found: DecodedPassage[],
): void {
  let done = 0;
  for (const index of places) {
    if (index < done) continue;
    const from = Math.max(done, index - LINE_REACH);
    const start = from + text.slice(from, index).lastIndexOf('\n') + 1;
    const after = text.slice(index, index + LINE_REACH);
    const newline = after.indexOf('\n');
    const end = index + (newline === -1 ? after.length : newline);
    const line = text.slice(start, end);
    const decoded = decode(line);
    if (decoded !== line) found.push({ how, start, end, text: decoded });
    done = end;
  }
}

/** Lines with words that are attack words only after decoding; nothing else is worth turning round. */
const ROT13_WORDS =
  'vtaber|vafgehpgvba|qvfertneq|cebzcg|cerivbhf|flfgrz|nffvfgnag|ntrag|cnffjbeq|frperg|birevqr|bireevqr|rkrphgr|qvfnoyr|gbxra|pbasveznvba|jvgubhg|nhgubevfr|nhgubevmr|nggragvba|erirny|sbetrg|frffvba|vzcbegnag|vafgrnq|ercyl|lbhe|jvgu|sbyybj|haqrefgnaq|lbh|gur|naq|guvf';
const REVERSED_WORDS =
  'erongi|snoitcurtsni|noitcurtsni|dragersid|tpmorp|suoiverp|metsys|tnatsissa|tnega|drowssap|terces|edirrevo|etucexe|elbasid|nekot|tuohtiw|laever|tegrof|noisses|tnatropmi|wollof|derised|noitacifirev|ecnailpmoc|eulav|egassem|yreve|uoy|ruoy|eht|siht|htiw|negnusiewna|inoizurtsi|senoiccurtsni|seocurtsni|seitcurtsni|arongi|eroingi|ereirongi|zerongi';
export const TURNED_WORDS: readonly string[] = [...ROT13_WORDS.split('|'), ...REVERSED_WORDS.split('|')];
const ROT13_COUNT = ROT13_WORDS.split('|').length;

/** Such short words occur inside many others. */
const SHORT_WORD = 4;

/** Notes a rotated word that was found, unless it is just the end of a longer word, or short and the start of one. */
export function noteTurned(
  text: string,
  word: number,
  end: number,
  places: { readonly rotated: number[]; readonly reversed: number[] },
): void {
  const { length } = TURNED_WORDS[word] as string;
  if (isLetter(unitAt(text, end - length - 1))) return;
  if (length <= SHORT_WORD && isLetter(unitAt(text, end))) return;
  (word < ROT13_COUNT ? places.rotated : places.reversed).push(end - 1);
}

const rot13 = (run: string): string =>
  run.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Words with digits for letters, at least one of them a word of attacks. */
const LEET_WORD =
  /\b(?=[a-z]*[0-9@$!])(?:[i1!l][gq9]n[o0]r[e3]|[i1!l]n[s5$][t7]ruc[t7][i1!l][o0]n[s5$]?|pr[o0]mp[t7]|pr[e3]v[i1!l][o0]u[s5$]|d[i1!l][s5$]r[e3]g[a4@]rd|[s5$]y[s5$][t7][e3]m|[o0]v[e3]rr[i1!l]d[e3]|[a4@][s5$]{2}[i1!l][s5$][t7][a4@]n[t7]|[a4@]g[e3]n[t7]|p[a4@][s5$]{2}w[o0]rd|[s5$][e3]cr[e3][t7][s5$]?|[e3]x[e3]cu[t7][e3]|f[o0]rg[e3][t7]|r[e3]v[e3][a4@][l1]|r[e3][s5$][t7]r[i1!l]c[t7][i1!l][o0]n[s5$]?|[s5$]k[i1!l]p|d[i1!l][s5$][a4@]b[l1][e3]|w[i1!l][t7]h[o0]u[t7])\b/i;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const decodeLeet = (run: string): string =>
  run.replaceAll(/[A-Za-z0-9@$!]+/g, (word) =>
    /[A-Za-z]/.test(word) || /^[0-9]{1,2}$/.test(word)
      ? word.replaceAll(/[0-9@$!]/g, (sign) => LEET[sign] ?? sign)
      : word,
  );
