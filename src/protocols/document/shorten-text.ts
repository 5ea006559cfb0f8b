/** A shorter text made of the text's own sentences: the first, then the weightiest that fit, in their order. */
import { codePointLength, codePointOffset } from '../../kernel/text.ts';

const ELLIPSIS = '...';
/** A run this long without a boundary is not a word; it may be cut between characters. */
const MAX_WORD = 80;
/** Weights need only the beginning of a very long text. */
const MAX_SENTENCES = 2_000;

/** At most `limit` code points. Deterministic; never ends inside a word or a character. */
export function shortenText(text: string, limit: number): string {
  if (codePointOffset(text, limit) >= text.length) return text;
  const sentences = splitSentences(text);
  const room = limit - ELLIPSIS.length - 1;
  const [first = ''] = sentences;
  if (codePointLength(first) > room) return cutAtWord(first, limit - ELLIPSIS.length) + ELLIPSIS;
  const kept = chooseSentences(sentences, room);
  return `${kept.map((index) => sentences[index]).join(' ')} ${ELLIPSIS}`;
}

const splitSentences = (text: string): string[] =>
  text
    .trim()
    .split(/(?<=[.!?]["')\]]?)\s+|(?<=[。！？])|[\r\n]+/u, MAX_SENTENCES)
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((sentence) => sentence !== '');

/** Positions of the sentences to keep, the first always among them. */
function chooseSentences(sentences: readonly string[], room: number): number[] {
  const weights = weigh(sentences);
  const order = sentences.map((_, index) => index).slice(1);
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const kept = [0];
  let used = codePointLength(sentences[0] ?? '');
  for (const index of order) {
    const length = codePointLength(sentences[index] ?? '') + 1;
    if (used + length > room) continue;
    kept.push(index);
    used += length;
  }
  return kept.sort((a, b) => a - b);
}

/** A sentence weighs as much as its words do on average, a word as often as it stands in the text. */
function weigh(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map((list) => list.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / (list.length + 1));
}

/** At most `limit` code points, ending at a word's end where there is one. */
function cutAtWord(text: string, limit: number): string {
  const end = codePointOffset(text, Math.max(1, limit));
  for (let at = end; at > 0 && end - at < MAX_WORD; at -= 1) {
    if (isWordEnd(text, at) && text.slice(0, at).trim() !== '') return text.slice(0, at).trimEnd();
  }
  return text.slice(0, characterStart(text, end));
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts written without spaces: every character may end a line. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const JOINING = /^(?:\p{M}|\u200D|\p{Emoji_Modifier})/u;

function isWordEnd(text: string, at: number): boolean {
  if (characterStart(text, at) !== at) return false;
  const before = lastCharacter(text, at);
  const after = text.slice(at, at + 2);
  if (!WORD.test(before) || !WORD.test(String.fromCodePoint(after.codePointAt(0) ?? 32))) return true;
  return UNSPACED.test(before);
}

/** Steps back out of a pair of surrogates, and before marks that belong to the character in front of them. */
function characterStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && start < text.length && (isLowHalf(text, start) || joins(text, start))) start -= 1;
  return start === 0 ? at : start;
}

const isLowHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');
const joins = (text: string, at: number): boolean => JOINING.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D';
const lastCharacter = (text: string, at: number): string => text.slice(isLowHalf(text, at - 1) ? at - 2 : at - 1, at);
