/** Cutting a text so that neither a word nor a character is broken. */
import { codePointOffset } from '../../../kernel/text.ts';

/** A run this long without a boundary is not a word; it may be cut between characters. */
const MAX_WORD = 80;

/** At most `limit` code points, ending at a word's end if there is one. */
export function cutAtWord(text: string, limit: number): string {
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
