/** Where a value may be spelled out or split in ways that words are not: `jane%40firma.de`, `a1**2b`. */
import type { Stretch } from '../text/survey.ts';
import { isAlphanumeric, isHex } from '../text/units.ts';

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
  const next = text.charCodeAt(at + 1);
  return next >= 50 && next <= 55 && isHex(text.charCodeAt(at + 2));
}

function isInsideToken(text: string, at: number): boolean {
  if (!isAlphanumeric(text.charCodeAt(at - 1))) return false;
  const after = text.charCodeAt(at + 2) === text.charCodeAt(at) ? at + 3 : at + 2;
  return isAlphanumeric(text.charCodeAt(after));
}

function valueStart(text: string, place: number, least: number): number {
  const from = Math.max(least, place - LONGEST_VALUE);
  return from + text.slice(from, place).lastIndexOf('\n') + 1;
}

function valueEnd(text: string, place: number): number {
  const newline = text.slice(place, place + LONGEST_VALUE).indexOf('\n');
  return newline === -1 ? Math.min(text.length, place + LONGEST_VALUE) : place + newline;
}
