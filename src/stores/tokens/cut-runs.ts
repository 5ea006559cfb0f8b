/**
 * The longest run handed to the tokenizer in one piece. Its work grows with the square of a run: 100 kB of one letter
 * take nine seconds. A multiple of 3 and of 64, as digits are taken in threes and many a repeated sign by powers of two:
 * most cuts then fall between two tokens.
 */
const MAX_RUN = 960;

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const SIGN = 4;
/** Continues the run it is in: a combining mark, or half of a character beyond the first 65,536. */
const JOINER = 5;

const kinds = new Uint8Array(0x1_0000);

/**
 * The text in pieces that make it up when joined. Only runs of one kind of character longer than MAX_RUN are cut, as
 * no prose and hardly any code has them; everything else stays one piece. A cut can split what would have been one
 * token, so a run's count may come out higher by a token or two per piece.
 */
export function cutRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let pieceStart = 0;
  let runStart = 0;
  let runKind = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] || learnKind(unit);
    if (kind !== runKind && kind !== JOINER) {
      runKind = kind;
      runStart = at;
    } else if (at - runStart >= MAX_RUN && !isLowSurrogate(unit)) {
      pieces.push(text.slice(pieceStart, at));
      pieceStart = at;
      runStart = at;
    }
  }
  pieces.push(text.slice(pieceStart));
  return pieces;
}

/** The kinds are those the encoding's own splitting knows; a table keeps the question cheap. */
function learnKind(unit: number): number {
  const kind = kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/\s/u.test(character)) return SPACE;
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /[\p{M}\p{Cs}]/u.test(character) ? JOINER : SIGN;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;
