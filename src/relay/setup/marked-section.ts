/**
 * A section of ours in a text file that belongs to somebody else. Adding and removing it restores the
 * file byte for byte: a file without a final newline gets a section without one, which is how we know later.
 */
import { sha256Hex } from '../../kernel/hash.ts';
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../../kernel/text.ts';

export interface MarkedSection {
  /** Offsets of the section, its markers and its own last line ending included. */
  readonly start: number;
  readonly end: number;
  readonly body: string;
  /** False if somebody changed it by hand since we wrote it. */
  readonly isOurs: boolean;
}

const HASH_LENGTH = 12;
const BEGIN = /^<!-- BEGIN baton (\S+) hash:([0-9a-f]+) -->[ \t]*\r?$/gm;

const hashOf = (body: string): string => sha256Hex(withLineEnding(body, '\n')).slice(0, HASH_LENGTH);

const endMarker = (name: string): string => `<!-- END baton ${name} -->`;

/** The section of this name; undefined if there is none or its end is missing. */
export function findMarkedSection(text: string, name: string): MarkedSection | undefined {
  for (const match of text.matchAll(BEGIN)) {
    if (match[1] !== name) continue;
    const bodyStart = lineAfter(text, match.index);
    const bodyEnd = text.indexOf(endMarker(name), bodyStart);
    if (bodyEnd === -1) return undefined;
    const body = text.slice(bodyStart, bodyEnd);
    return { start: match.index, end: lineAfter(text, bodyEnd), body, isOurs: hashOf(body) === match[2] };
  }
  return undefined;
}

function lineAfter(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** The text with the section at its end, or in the place of an older one. `body` ends with a newline. */
export function putMarkedSection(text: string | undefined, name: string, body: string): string {
  const ending = detectLineEnding(text ?? '');
  const content = withLineEnding(body, ending);
  const block = `<!-- BEGIN baton ${name} hash:${hashOf(body)} -->${ending}${content}${endMarker(name)}`;
  if (text === undefined) return `${block}${ending}`;
  // An empty file that was there stays when the section goes: its section has no line ending of its own.
  if (text === '') return block;
  const old = findMarkedSection(text, name);
  if (old !== undefined) {
    const tail = hasFinalNewline(text.slice(old.start, old.end)) ? ending : '';
    return text.slice(0, old.start) + block + tail + text.slice(old.end);
  }
  if (hasFinalNewline(text)) return `${text}${ending}${block}${ending}`;
  return `${text}${ending}${ending}${block}`;
}

/** The text without the section; undefined if nothing else is left, so that the file can go too. */
export function removeMarkedSection(text: string, name: string): string | undefined {
  const section = findMarkedSection(text, name);
  if (section === undefined) return text;
  const hadFinalNewline = hasFinalNewline(text.slice(section.start, section.end));
  const before = dropLineEndings(text.slice(0, section.start), hadFinalNewline ? 1 : 2);
  const rest = before + text.slice(section.end);
  return rest === '' && hadFinalNewline ? undefined : rest;
}

function dropLineEndings(text: string, count: number): string {
  let rest = text;
  for (let dropped = 0; dropped < count; dropped += 1) rest = rest.replace(/\r?\n$/, '');
  return rest;
}
