/**
 * The text as a reader who sees through disguises would read it: one view, mapped back to the original. Where a value
 * may be spelled out or split in ways that words are not: `jane%40firma.de`, `a1**2b`.
 */

import { once } from '../once.ts';
import { surveyText, type Stretch, type Survey } from '../text/survey.ts';
import { isAlphanumeric, isHex, unitAt } from '../text/units.ts';
import { INVISIBLE } from './invisible.ts';
import { MappedTextBuilder, type MappedText } from './mapped-text.ts';

/** Letters of other alphabets that look like Latin ones. Only read so inside words that mix alphabets. */
const LOOK_ALIKES =
  'аaсcеeоoрpхxуyіiјjѕsԁdԛqԝwһhӏlвbгrкkмmнhтtиuпnзzьbёeїiєe' +
  'АAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSЗ3ГrЁEЇIԌGԜWҺHӀI' +
  'αaβbγyδdεeζzηnθoιiκkλlμuνvξxοoπnρpσoςsτtυuφoχxψyωw' +
  'ΑAΒBΓrΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXΛA' +
  'օoսuոnհhցgզqԼLՏSՍUԱUտsէtյjіi' +
  'ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎥiᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ';

const LATIN = new Map<string, string>();
{
  const letters = [...LOOK_ALIKES];
  for (let i = 0; i + 1 < letters.length; i += 2) LATIN.set(letters[i] ?? '', letters[i + 1] ?? '');
}

const readConfusable = (letter: string): string => LATIN.get(letter) ?? letter;

export interface Unfolded {
  readonly view: MappedText;
  /** How many letters were disguised: what a person would call tampering rather than typography. */
  readonly disguised: number;
  /** The lines of the view that differ from the original by more than how a sign is drawn. */
  readonly changed: readonly Stretch[];
}

/** Compatibility forms of Latin letters: full width, mathematical, circled, small, ligatures. */
const COMPATIBLE =
  '[\\uFF01-\\uFF5E\\u2460-\\u24FF\\u2100-\\u214F\\uFB00-\\uFB06\\u1D00-\\u1DBF\\u2070-\\u209C\\u{1D400}-\\u{1D7FF}\\u{1F110}-\\u{1F189}]';
/** Accents and strokes laid over plain letters. */
const OVERLAY = '(?<=[A-Za-z][\\u0300-\\u036F]{0,8})[\\u0300-\\u036F]+';
const ENTITY = '&(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});';
const ESCAPE = '\\\\u\\{?[0-9a-fA-F]{4,6}\\}?|\\\\x[0-9a-fA-F]{2}';
const ANSI = '\\u001B\\[[0-9;?]{0,20}[A-Za-z]|\\u001B\\][^\\u0007\\u001B]{0,200}(?:\\u0007|\\u001B\\\\)';
/** Marks of emphasis inside a word: `ig**nore**`. */
const SPLIT_WORD =
  '(?<=[A-Za-z])(?:\\*{1,3}|_{2}|~~|<\\/?[bius]>|<!---->)(?=[a-z])|(?<=[a-z]{2})(?:\\*{2,3}|<\\/[bius]>)(?=[\\s.,;:!?]|$)';
/** Letters of other alphabets, some of which look like Latin ones. */
const OTHER_LETTER = '[\\u0370-\\u052F\\u0531-\\u058F\\u13A0-\\u13FF\\u2C00-\\u2C5F]';
const CONFUSABLE_WORD = `(?<![\\p{L}])(?=[\\p{L}]*[A-Za-z])(?=[\\p{L}]*${OTHER_LETTER})[\\p{L}]{2,40}`;

const SINGLE_CHANGES = [INVISIBLE.source, COMPATIBLE, OVERLAY, ENTITY, ESCAPE, ANSI, SPLIT_WORD];
const getChanges = once(() => new RegExp(SINGLE_CHANGES.join('|'), 'gu'));
/** Looking for mixed words takes longer than all the rest, and a text without other letters has none. */
const getChangesAndMixedWords = once(() => new RegExp([...SINGLE_CHANGES, CONFUSABLE_WORD].join('|'), 'gu'));
/** In values also percent signs of plain characters, and marks of emphasis beside capitals and digits. */
const getAllChanges = once(() => {
  const inValues = ['%[2-7][0-9a-fA-F]', '(?<=[A-Za-z0-9])(?:\\*{2,3}|~~)(?=[A-Za-z0-9])'];
  return new RegExp([...SINGLE_CHANGES, ...inValues, CONFUSABLE_WORD].join('|'), 'gu');
});
const HAS_OTHER_LETTER = new RegExp(OTHER_LETTER, 'u');

/** Undefined if nothing in the text is disguised. Only what the survey marked is read closely. */
export const unfoldText = (text: string, survey: Survey = surveyText(text)): Unfolded | undefined =>
  unfold(text, survey.foldedPieces, (piece) =>
    HAS_OTHER_LETTER.test(piece) ? getChangesAndMixedWords() : getChanges(),
  );

/** Of a part of a text, for secrets and personal data: in text full of percent signs words mean nothing. */
export const unfoldValues = (part: string): Unfolded | undefined =>
  unfold(part, [{ start: 0, end: part.length }], getAllChanges);

function unfold(text: string, pieces: readonly Stretch[], changesIn: (piece: string) => RegExp): Unfolded | undefined {
  if (pieces.length === 0) return undefined;
  const builder = new MappedTextBuilder(text);
  const changed: Stretch[] = [];
  let disguised = 0;
  let isSame = true;
  for (const { start, end } of pieces) {
    const piece = text.slice(start, end);
    const viewStart = builder.placeOf(start);
    let isChanged = false;
    const changes = changesIn(piece);
    changes.lastIndex = 0;
    for (let match = changes.exec(piece); match !== null; match = changes.exec(piece)) {
      const [found] = match;
      const plain = readPlain(found);
      if (plain === found) continue;
      isSame = false;
      isChanged ||= !isDrawing(piece, match.index);
      disguised += isDisguise(found, plain) ? 1 : 0;
      builder.replace(start + match.index, start + match.index + found.length, plain);
    }
    if (isChanged) changed.push({ start: viewStart, end: builder.placeOf(end) });
  }
  return isSame ? undefined : { view: builder.finish(), disguised, changed };
}

/** A selector that says how an emoji is drawn; between letters it would hide something. */
function isDrawing(piece: string, at: number): boolean {
  const unit = piece.charCodeAt(at);
  if (unit < 0xfe00 || unit > 0xfe0f) return false;
  return !isAlphanumeric(piece.charCodeAt(at - 1)) || !isAlphanumeric(piece.charCodeAt(at + 1));
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  period: '.',
  comma: ',',
  excl: '!',
  lpar: '(',
  rpar: ')',
  sol: '/',
  lowbar: '_',
  newline: '\n',
  tab: '\t',
};

function readPlain(found: string): string {
  const first = found.charCodeAt(0);
  if (first === 0x26) return readEntity(found);
  if (first === 0x5c) return fromCodePoint(Number.parseInt(found.replaceAll(/[\\ux{}]/g, ''), 16), found);
  if (first === 0x25) return String.fromCharCode(Number.parseInt(found.slice(1), 16));
  if (first === 0x1b || first === 0x2a || first === 0x5f || first === 0x7e || first === 0x3c) return '';
  if (first >= 0x300 && first <= 0x36f) return '';
  if (/^[\p{L}]{2,}$/u.test(found) && /[A-Za-z]/.test(found)) return [...found].map(readConfusable).join('');
  INVISIBLE.lastIndex = 0;
  if (INVISIBLE.test(found)) return '';
  return found.normalize('NFKC');
}

function readEntity(found: string): string {
  const name = found.slice(1, -1);
  if (name.startsWith('#')) {
    const isHexadecimal = name[1] === 'x' || name[1] === 'X';
    return fromCodePoint(Number.parseInt(name.slice(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10), found);
  }
  return NAMED[name.toLowerCase()] ?? found;
}

const fromCodePoint = (point: number, otherwise: string): string =>
  point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : otherwise;

/** A letter that somebody went out of the way to write differently. */
const isDisguise = (found: string, plain: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(found) &&
  /[A-Za-z]|^$/.test(plain) &&
  !/^[\u2100-\u214F\uFB00-\uFB06\u2070-\u209C\u1D00-\u1DBF]/.test(found)
    ? true
    : /^(?:&#|\\[ux])/.test(found) && /[A-Za-z]/.test(plain);

const SIGNS = ['%', '**', '~~'];
const LONGEST_VALUE = 1_300;

/** Stretches around such places, from left to right. */
export function findEscapedValues(text: string): Stretch[] {
  if (!SIGNS.some((sign) => text.includes(sign))) return [];
  const places = [
    ...placesOf(text, '%', isPercentSign),
    ...placesOf(text, '**', isInsideToken),
    ...placesOf(text, '~~', isInsideToken),
  ].toSorted((a, b) => a - b);
  const found: Stretch[] = [];
  for (const place of places) {
    const last = found.at(-1);
    if (last !== undefined && place < last.end) continue;
    found.push({ start: valueStart(text, place, last?.end ?? 0), end: valueEnd(text, place) });
  }
  return found;
}

function placesOf(text: string, sign: string, isMeant: (text: string, at: number) => boolean): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) if (isMeant(text, at)) places.push(at);
  return places;
}

/** Of a plain character. */
function isPercentSign(text: string, at: number): boolean {
  const next = unitAt(text, at + 1);
  return next >= 50 && next <= 55 && isHex(unitAt(text, at + 2));
}

function isInsideToken(text: string, at: number): boolean {
  if (!isAlphanumeric(unitAt(text, at - 1))) return false;
  const after = unitAt(text, at + 2) === unitAt(text, at) ? at + 3 : at + 2;
  return isAlphanumeric(unitAt(text, after));
}

function valueStart(text: string, place: number, least: number): number {
  const from = Math.max(least, place - LONGEST_VALUE);
  return from + text.slice(from, place).lastIndexOf('\n') + 1;
}

function valueEnd(text: string, place: number): number {
  const newline = text.slice(place, place + LONGEST_VALUE).indexOf('\n');
  return newline === -1 ? Math.min(text.length, place + LONGEST_VALUE) : place + newline;
}
