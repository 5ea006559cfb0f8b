/** The units of one step of a text as the model sees them: letters without case and accents, signs, and the rest as breaks. */
import { BEFORE, createUnitReader } from '../text/units.ts';

/** Text is read in steps that end between words. Two steps are a window: a few sentences, scored at once. */
export const WINDOW_STEP = 300;
/** What is longer is read as several words. */
export const LONGEST_WORD = 40;
/** Classes of UTF-16 units: letters are themselves in lower case without accents, and these. */
export const BREAK = 1;
export const DIGIT = 2;
/** From here on letters are words of their own: scripts without spaces. */
const FIRST_IDEOGRAPH = 0x3040;
/** Of markup, code, questions, calls and lists: how a text is set says much about what it is. */
const SIGNS = ':<[!?.,;()"`*#-|\n/_={}\'$%&>]';

/** Blocks between Greek and the ideographs that have capitals; all other letters there are their own lower case. */
const CASED: readonly (readonly [from: number, to: number])[] = [
  [0x370, 0x58f],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13ff],
  [0x1c80, 0x1cbf],
  [0x1e00, 0x1fff],
];

const CLASS_OF = new Uint16Array(0x1_0000);

/** Done when the first text is read: most programs that load the guard never ask the model. */
function fillClasses(): void {
  const table = CLASS_OF.fill(BREAK);
  for (let unit = 48; unit <= 57; unit += 1) table[unit] = DIGIT;
  for (let unit = 97; unit <= 122; unit += 1) table[unit] = table[unit - 32] = unit;
  for (let unit = 0xc0; unit < 0x250; unit += 1) table[unit] = foldLatin(unit);
  for (let unit = 0x370; unit < 0x2000; unit += 1) table[unit] = unit;
  for (const [from, to] of CASED) for (let unit = from; unit <= to; unit += 1) table[unit] = foldCase(unit);
  for (let unit = FIRST_IDEOGRAPH; unit < 0xd800; unit += 1) table[unit] = unit;
  for (const sign of SIGNS) table[sign.charCodeAt(0)] = sign.charCodeAt(0);
}

function foldLatin(unit: number): number {
  const plain = String.fromCharCode(unit).normalize('NFD').toLowerCase().charCodeAt(0);
  return plain >= 97 && plain <= 122 ? plain : BREAK;
}

function foldCase(unit: number): number {
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** Letters of scripts with spaces, which make words of several letters. */
export const isWordLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 0x370 && unit < FIRST_IDEOGRAPH);

const reader = createUnitReader();
/** A step ends at most one word after its length, and whether a word ends there says the unit after it. */
export const MAX_STEP = WINDOW_STEP + LONGEST_WORD + 1;

/** The classes of the units of one step, and an end of them that is no letter. */
export const classes = new Uint16Array(MAX_STEP + 1);

/** How many units there are to read from, and no more than `most`. */
export function readClasses(text: string, start: number, most: number): number {
  if (CLASS_OF[0] === 0) fillClasses();
  const size = Math.min(text.length - start, most);
  const units = reader.read(text, start, start + size);
  for (let i = 0; i < size; i += 1) classes[i] = CLASS_OF[units[BEFORE + i] as number] as number;
  classes[size] = BREAK;
  return size;
}
