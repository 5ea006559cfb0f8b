/**
 * Splitting text into the pieces an extract is made of: sentences, list items and lines. Cutting a text so that
 * neither a word nor a character is broken.
 */

import { codePointOffset } from '../../../kernel/text.ts';

interface Sentence {
  readonly text: string;
  /** It began a line that continues none. */
  readonly startsLine: boolean;
}

/** Sentence ends (of Hindi and Urdu too), those of scripts without spaces, and line ends; the separator itself is kept. */
const BOUNDARY = /((?<=[.!?…।॥۔]["'”’»)\]]?)[^\S\r\n]+|(?<=[。！？])|[^\S\r\n]*[\r\n]\s*)/u;
/** A full stop that ends no sentence: an abbreviation before a word in lower case, or an initial. */
const ABBREVIATION = /(?:^|[\s(])(?:\p{L}{1,3}|\p{L}\.\p{L}|approx|resp|incl|excl|usw|bzw|ggf)\.$/iu;

const ITEM_NUMBER = /^\(?\p{N}{1,3}\.$/u;

export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let startsLine = true;
  const pieces = joinWrapped(text.trim()).split(BOUNDARY);
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = (pieces[at] ?? '').replaceAll(/\s+/g, ' ').trim();
    const before = sentences.at(-1);
    if (piece !== '') {
      if (before !== undefined && !startsLine && continues(before.text, piece)) {
        sentences[sentences.length - 1] = { ...before, text: `${before.text} ${piece}` };
      } else sentences.push(...splitLong(piece, startsLine));
    }
    if (piece !== '' || sentences.length === 0) startsLine = false;
    startsLine ||= /[\r\n]/.test(pieces[at + 1] ?? '');
  }
  return sentences;
}

const continues = (before: string, after: string): boolean =>
  ITEM_NUMBER.test(before) || (before.length < 200 && ABBREVIATION.test(before) && /^[\p{Ll}\p{N}]/u.test(after));

const MAX_SENTENCE = 280;
/** Where a long sentence may be taken apart, best first. */
const CLAUSE = /[;:,)–—，；、](?=\s|$)|[，；、]/gu;

/** A sentence without end, as lists in prose and unbroken data have them, in pieces of its clauses or words. */
function splitLong(text: string, startsLine: boolean): Sentence[] {
  const pieces: Sentence[] = [];
  let rest = text;
  while (rest.length > MAX_SENTENCE) {
    const end = findCut(rest);
    pieces.push({ text: rest.slice(0, end).trimEnd(), startsLine: startsLine && pieces.length === 0 });
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push({ text: rest, startsLine: startsLine && pieces.length === 0 });
  return pieces;
}

function findCut(text: string): number {
  const window = text.slice(0, MAX_SENTENCE);
  const clause = [...window.matchAll(CLAUSE)].at(-1);
  if (clause !== undefined && clause.index > MAX_SENTENCE / 3) return clause.index + clause[0].length;
  return Math.max(1, cutAtWord(text, MAX_SENTENCE).length);
}

/** Prose with line breaks of fixed width: a single line break inside a paragraph is a space. */

/** What begins a unit of its own: bullets, headings, numbered items, rows of tables, quotes, fences, frames of a stack. */
const OPENS = /^\s*(?:[-*+•–]\s|#{1,6}\s|\(?\p{N}{1,3}[.)]\s|\||>|`{3}|~{3}|at\s\S+\s?[(:]|[-=_*]{3,}\s*$)/u;
/** What no line continues: a heading, a rule, a row of a table, a short line that ends in a colon. */
const CLOSED = /^\s*(?:#{1,6}\s|\||[-=_*]{3,}\s*$|\*\*[^*]+\*\*:?$)|^[^.!?]{1,60}:$/u;
/** So do lines of a log that begin with a time or a level, and a label such as "Next step:". */
const LABELLED =
  /^\s*(?:\[?\p{N}{4}-\p{N}{2}-\p{N}{2}|\[?\p{N}{2}:\p{N}{2}:\p{N}{2}|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|\p{Lu}[\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+){0,2}:(?:\s|$))/u;
const FENCE = /^\s*(?:`{3}|~{3})/;
/** A line of a log, or of settings: it begins with a time, a level, a count or a name with its value. */
const RECORD =
  /^\s*(?:\[|\p{N}|(?:trace|debug|info|notice|warn|warning|error|fatal|critical|get|post|put|patch|delete)\b|[\w./-]{1,40}\s*[:=])/iu;
const SENTENCE_END = /[.!?…。！？।]["'”’»)\]]?$/u;
const CODE_END = /[{};\\]$/;
const LOWER = /^\s*[\p{Ll}(]/u;
const MIN_WORDS = 4;
/** Prose is wrapped if at least this share of its full lines goes on in lower case. */
const WRAPPED_SHARE = 0.35;
const MIN_WIDTH = 40;

export function joinWrapped(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text;
  const lines = withoutQuoteMarks(text.split(/\r\n?|\n/).map((line) => line.trimEnd()));
  const pairs = pairsOf(lines);
  const isWrapped = hasWrappedLines(lines, pairs);
  let joined = lines[0] ?? '';
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const width = pairs[at];
    const before = lines[at - 1] ?? '';
    const isJoined = width !== undefined && continuesLine(before, line, isWrapped && isFull(before, line, width));
    joined += isJoined ? ` ${line.trimStart()}` : `\n${line}`;
  }
  return joined;
}

const QUOTE = /^\s*>\s?/;

/** Only the first line of a quotation keeps its mark. */
const withoutQuoteMarks = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => (QUOTE.test(line) && QUOTE.test(lines[at - 1] ?? '') ? line.replace(QUOTE, '') : line));

/** By line: the width of its paragraph if it may continue the line before it. */
function pairsOf(lines: readonly string[]): readonly (number | undefined)[] {
  const widths: (number | undefined)[] = Array.from({ length: lines.length }, () => undefined);
  let isFenced = false;
  let start = 0;
  const close = (end: number): void => {
    let width = 0;
    for (let at = start; at < end; at += 1) width = Math.max(width, (lines[at] ?? '').length);
    for (let at = start + 1; at < end; at += 1) widths[at] = width;
    start = end;
  };
  for (const [at, line] of lines.entries()) {
    const isFence = FENCE.test(line);
    if (isFence || isFenced || line === '' || OPENS.test(line) || LABELLED.test(line) || isClosed(lines[at - 1]))
      close(at);
    if (isFence) isFenced = !isFenced;
  }
  close(lines.length);
  return widths;
}

const isClosed = (before: string | undefined): boolean =>
  before === undefined || before === '' || FENCE.test(before) || CLOSED.test(before);

/** The next word would not have fitted. */
function isFull(before: string, line: string, width: number): boolean {
  const word = /^\s*\S*/.exec(line)?.[0].trim() ?? '';
  return width >= MIN_WIDTH && before.length + 1 + word.length > width;
}

function hasWrappedLines(lines: readonly string[], widths: readonly (number | undefined)[]): boolean {
  let full = 0;
  let lower = 0;
  for (const [at, line] of lines.entries()) {
    const width = widths[at];
    const before = lines[at - 1] ?? '';
    if (width === undefined || SENTENCE_END.test(before) || !isFull(before, line, width)) continue;
    full += 1;
    if (LOWER.test(line)) lower += 1;
  }
  return full > 0 && lower >= full * WRAPPED_SHARE;
}

/** Whether a line goes on with the sentence of the line before it, or with its paragraph. */
function continuesLine(before: string, line: string, isFullLine: boolean): boolean {
  if (isAlike(before, line)) return false;
  if (isFullLine) return true;
  if (SENTENCE_END.test(before) || CODE_END.test(before)) return false;
  if (before.length > MIN_WIDTH && /[,:–—]$/u.test(before)) return !RECORD.test(line);
  return LOWER.test(line) && !RECORD.test(line) && before.trim().split(/\s+/).length >= MIN_WORDS;
}

/** Lines of a log begin with the same words; so do entries of a list without bullets. */
const isAlike = (before: string, line: string): boolean => beginningOf(before) === beginningOf(line);
const beginningOf = (line: string): string =>
  (/^\s*(\S*\s*\S*)/.exec(line)?.[1] ?? '').replaceAll(/\p{N}+/gu, '0').toLowerCase();

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
