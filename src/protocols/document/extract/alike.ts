/** Sentences that differ in nothing but numbers, as lines of a log do: a few are enough, unless one stands out. */

/** This many of a kind count in full. */
const SAMPLE = 3;
/** A few more show how they vary, if there is room; all of them are in the file. */
const MAX_FURTHER = 12;
const FURTHER_WEIGHT = -1;
/** A number is expected if most of its kind have it, and stands out if few have another one. */
const EXPECTED_SHARE = 0.5;
const RARE_SHARE = 0.1;
const RARE_WEIGHT = 2;

/** What its kind adds to the weight of each sentence; undefined for those that are left out. */
export function weighAlike(sentences: readonly string[]): readonly (number | undefined)[] {
  const kinds = new Map<string, number[]>();
  for (const [index, sentence] of sentences.entries()) {
    const masked = sentence.replaceAll(/[0-9]+/g, '0');
    const kind = kinds.get(masked);
    if (kind === undefined) kinds.set(masked, [index]);
    else kind.push(index);
  }
  const weights: (number | undefined)[] = Array.from({ length: sentences.length }, () => undefined);
  for (const kind of kinds.values()) weighKind(sentences, kind, weights);
  return weights;
}

function weighKind(sentences: readonly string[], kind: readonly number[], weights: (number | undefined)[]): void {
  const isOutlier = kind.length > SAMPLE ? findOutliers(kind.map((index) => sentences[index] ?? '')) : () => false;
  let further = 0;
  for (const [place, index] of kind.entries()) {
    if (isOutlier(place)) weights[index] = RARE_WEIGHT;
    else if (place < SAMPLE) weights[index] = 0;
    else if (further < MAX_FURTHER) {
      weights[index] = FURTHER_WEIGHT;
      further += 1;
    }
  }
}

/** Which of them has a number that nearly all others do not have in its place: the one 500 among the 200s. */
function findOutliers(texts: readonly string[]): (place: number) => boolean {
  const rows = texts.map((text) => text.match(/[0-9]+/g) ?? []);
  const columns = (rows[0] ?? []).map((_, column) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[column] ?? '', (counts.get(row[column] ?? '') ?? 0) + 1);
    const hasExpected = Math.max(...counts.values()) >= texts.length * EXPECTED_SHARE;
    return hasExpected ? counts : undefined;
  });
  return (place) =>
    columns.some((counts, column) => {
      const count = counts?.get(rows[place]?.[column] ?? '');
      return count !== undefined && count <= texts.length * RARE_SHARE;
    });
}

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
