/** Where letters of non-Latin scripts occur: most texts have few, and only those are read with their words. */
import { BEFORE, createUnitReader, PIECE } from '../text/unit-reader.ts';

/** No word of these scripts is longer than this, blanks and Latin letters in it included. */
const REACH = 64;

const reader = createUnitReader();

/** Calls back with the stretches of `from..to` that hold such letters, and what may belong to a word around them. */
export function visitForeign(
  text: string,
  from: number,
  to: number,
  onStretch: (start: number, end: number) => void,
): void {
  let start = -1;
  let last = -1;
  for (let piece = from; piece < to; piece += PIECE) {
    const end = Math.min(to, piece + PIECE);
    const units = reader.read(text, piece, end);
    const after = BEFORE + end - piece;
    for (let place = findForeign(units, BEFORE, after); place < after; place = findForeign(units, place + 1, after)) {
      const at = piece + place - BEFORE;
      if (start === -1 || at - last > 2 * REACH) {
        if (start !== -1) onStretch(start, Math.min(to, last + REACH));
        start = Math.max(from, at - REACH);
      }
      last = at;
    }
  }
  if (start !== -1) onStretch(start, Math.min(to, last + REACH));
}

function findForeign(units: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isForeign(units[at] as number)) at += 1;
  return at;
}

/** Letters of the scripts there are words of; dashes, arrows and emoji do not count. */
const isForeign = (unit: number): boolean =>
  unit >= 0x370 && (unit <= 0x1fff || (unit >= 0x3040 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af));
