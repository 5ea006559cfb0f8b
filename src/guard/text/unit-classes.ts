/** Which UTF-16 units count as the same letter, so that a table by class stays small. */
export interface UnitClasses {
  /** Class by unit; 0 and 2 are the units that no keyword contains, outside and inside of words. */
  readonly classOf: Uint16Array;
  readonly count: number;
  /** By class: 1 for those whose units make up words. */
  readonly inWord: Uint8Array;
}

/** From the first unit to the last, both included. */
export type UnitRange = readonly [from: number, to: number];

export const SPACE_CLASS = 1;
const STRANGE_CLASS = 2;
const PLAIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SPACES = ' \t\n\r\u00A0\u2002\u2003\u2009\u202F\u3000';

export function classifyUnits(words: readonly string[], wordUnits: readonly UnitRange[]): UnitClasses {
  const classOf = new Uint16Array(0x1_0000);
  for (const space of SPACES) classOf[space.charCodeAt(0)] = SPACE_CLASS;
  let count = STRANGE_CLASS + 1;
  // Plain letters are in every set of words; the rest of the letters are few.
  const letters = PLAIN_LETTERS + words.join('').replaceAll(/[a-z ]+/g, '');
  for (let i = 0; i < letters.length; i += 1) {
    const unit = letters.charCodeAt(i);
    if (classOf[unit] !== 0) continue;
    classOf[unit] = count;
    const upper = letters.charAt(i).toUpperCase();
    if (upper.length === 1) classOf[upper.charCodeAt(0)] = count;
    count += 1;
  }
  foldVariants(classOf);
  const inWord = new Uint8Array(count);
  for (const [from, to] of wordUnits) {
    for (let unit = from; unit <= to; unit += 1) inWord[(classOf[unit] ||= STRANGE_CLASS)] = 1;
  }
  return { classOf, count, inWord };
}

/** Letters with accents, and curly apostrophes, count as their plain form. */
function foldVariants(classOf: Uint16Array): void {
  classOf[0x2019] = classOf[0x27] as number;
  classOf[0x2018] = classOf[0x27] as number;
  for (let unit = 0xc0; unit < 0x250; unit += 1) {
    if (classOf[unit] !== 0) continue;
    const plain = String.fromCharCode(unit).normalize('NFD').charCodeAt(0);
    if (plain < 0x80) classOf[unit] = classOf[plain] as number;
  }
}
