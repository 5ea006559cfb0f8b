/** Short pieces of text for findings, in which no secret can be read. */
import { cutText } from '../kernel/text.ts';

export interface MaskedSpan {
  readonly start: number;
  readonly end: number;
}

const EXCERPT_LENGTH = 120;
const SHOWN = 4;

/** Enough of a value to find it again, never enough to use it. */
function maskValue(value: string): string {
  const shown = value.length >= 12 ? SHOWN : value.length >= 6 ? 1 : 0;
  return `${value.slice(0, shown)}${'*'.repeat(Math.min(8, value.length - shown))}`;
}

/** `start..end` of the text on one line, with every span of `hidden` masked and unprintable characters spelled out. */
export function renderExcerpt(text: string, start: number, end: number, hidden: readonly MaskedSpan[]): string {
  const pieces: string[] = [];
  let at = start;
  const limit = Math.min(end, start + EXCERPT_LENGTH * 2);
  for (const span of hidden.toSorted((a, b) => a.start - b.start)) {
    if (span.end <= at || span.start >= limit) continue;
    pieces.push(text.slice(at, Math.max(at, span.start)), maskValue(text.slice(Math.max(span.start, at), span.end)));
    at = span.end;
  }
  if (at < limit) pieces.push(text.slice(at, limit));
  return cutText(spellOut(pieces.join('').replaceAll(/\s+/g, ' ').trim()), EXCERPT_LENGTH, '…');
}

/** Control, format and invisible characters would change what the reader sees. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u3164]|[\u034F]|[\u17B4-\u17B5]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

const spellOut = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
