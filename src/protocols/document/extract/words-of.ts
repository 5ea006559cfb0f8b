/** A text as the words it is compared by. */

const WORD = /[\p{L}\p{N}_]+(?:[./'’:#@-]+[\p{L}\p{N}_]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words in lower case, file names and identifiers whole; pairs of characters for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = lower.match(WORD) ?? [];
  return UNSPACED.test(lower) ? words.flatMap(splitUnspaced) : words;
}

function splitUnspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}

/** The name of a member as words: `nextStep`, `next_step` and `next-step` are the same two. */
export const wordsOfName = (name: string): string[] => wordsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_./-]+/gu, ' '));
