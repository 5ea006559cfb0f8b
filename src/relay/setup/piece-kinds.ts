/**
 * The kinds of pieces: a marked section, an import line, a file of ours, entries in a list of hooks, an MCP server. A
 * section of ours in a text file that belongs to somebody else. Adding and removing it restores the file byte for
 * byte: a file without a final newline gets a section without one, which is how we know later.
 */

import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { detectLineEnding, hasFinalNewline, withLineEnding } from '../../kernel/text.ts';
import { HOOKS, isOurHook, programOf, renderHook, rowsOf, type HookHost, type SetupPart } from './hook-tables.ts';
import { appendElement, findValue, removeElements, removeMember, setMember } from './json-member.ts';
import { IMPORT_LINE } from './texts.ts';

/** `edited`: ours, but somebody changed it by hand. */
export type PieceState = 'missing' | 'outdated' | 'edited' | 'current';

export interface Piece {
  /** Relative to the project. */
  readonly path: string;
  readonly about: string;
  state(text: string | undefined): PieceState;
  put(text: string | undefined): string;
  /** Undefined: the file can go. */
  remove(text: string): string | undefined;
  /** How Baton is started from here; only where it is. */
  findProgram?(text: string | undefined): readonly string[] | undefined;
}

export const section = (path: string, name: string, body: string, about: string): Piece => ({
  path,
  about,
  state(text) {
    const found = text === undefined ? undefined : findMarkedSection(text, name);
    if (found === undefined) return 'missing';
    if (!found.isOurs) return 'edited';
    return found.body.replaceAll('\r\n', '\n') === body ? 'current' : 'outdated';
  },
  put: (text) => putMarkedSection(text, name, body),
  remove: (text) => removeMarkedSection(text, name),
});

const imports = (text: string | undefined): boolean => /^@(?:\.\/)?AGENTS\.md[ \t]*\r?$/m.test(text ?? '');

/** Nothing to do if the file already imports AGENTS.md, in any wording. */
export function importLine(path: string): Piece {
  const ours = section(path, 'import', `${IMPORT_LINE}\n`, 'brings in AGENTS.md');
  return { ...ours, state: (text) => (ours.state(text) === 'missing' && imports(text) ? 'current' : ours.state(text)) };
}

export function wholeFile(path: string, content: string, about: string): Piece {
  return {
    path,
    about,
    state: (text) => (text === undefined ? 'missing' : text === content ? 'current' : 'outdated'),
    put: () => content,
    remove: () => undefined,
  };
}

export function hooks(path: string, host: HookHost, program: readonly string[], only?: SetupPart): Piece {
  const ours = rowsOf(host, only);
  const rows = ours.map((row) => ({ place: ['hooks', row.event], entry: renderHook(host, row, program) }));
  // Every event is cleared, also one that an older version or another part used.
  const places = HOOKS[host].map(({ event }) => ['hooks', event]);
  const without = (text: string): string =>
    places.reduce((rest, place) => (rest === '' ? rest : removeElements(rest, place, isOurHook)), text);
  return {
    path,
    about: `calls Baton at ${ours.map((row) => row.event).join(', ')}`,
    state(text) {
      const found = rows.map(({ place, entry }) => {
        const list = findValue(text, place);
        const own = Array.isArray(list) ? list.filter(isOurHook) : [];
        return own.length === 0 ? 'missing' : own.length === 1 && same(own[0], entry) ? 'current' : 'outdated';
      });
      const isAlone = places.flatMap((place) => findValue(text, place) ?? []).filter(isOurHook).length === rows.length;
      if (found.every((state) => state === 'current')) return isAlone ? 'current' : 'outdated';
      return found.every((state) => state === 'missing') ? 'missing' : 'outdated';
    },
    findProgram(text) {
      const found = places.flatMap((place) => findValue(text, place) ?? []).find(isOurHook);
      return found === undefined ? undefined : programOf(found);
    },
    put: (text) =>
      rows.reduce<string | undefined>(
        (rest, { place, entry }) => appendElement(rest, place, entry),
        start(text === undefined ? undefined : without(text), host),
      ) ?? '',
    remove(text) {
      const rest = without(text);
      return rest === '' || isEmptyStart(rest) ? undefined : rest;
    },
  };
}

/** Hooks of Cursor need a version beside them. */
const start = (text: string | undefined, host: HookHost): string | undefined =>
  host === 'cursor' && findValue(text, ['version']) === undefined ? setMember(text, ['version'], 1) : text;

const isEmptyStart = (text: string): boolean => same(findValue(text, []), { version: 1 });

export function server(
  path: string,
  place: readonly string[],
  program: readonly string[],
  extra: Record<string, Json>,
): Piece {
  const [command = 'baton', ...args] = program;
  const value: Json = { ...extra, command, args: [...args, 'mcp'] };
  return {
    path,
    about: 'offers the MCP server',
    state(text) {
      const found = findValue(text, place);
      return found === undefined ? 'missing' : same(found, value) ? 'current' : 'outdated';
    },
    findProgram(text) {
      const found = findValue(text, place);
      if (!isJsonObject(found) || typeof found['command'] !== 'string' || !Array.isArray(found['args']))
        return undefined;
      return [found['command'], ...found['args'].slice(0, -1).map(String)];
    },
    put: (text) => setMember(text, place, value),
    remove(text) {
      const rest = findValue(text, place) === undefined ? text : removeMember(text, place);
      return rest === '' ? undefined : rest;
    },
  };
}

const same = (left: unknown, right: Json): boolean => canonicalJson(left as Json) === canonicalJson(right);

interface MarkedSection {
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
  const found = findMarkedSection(text, name);
  if (found === undefined) return text;
  const hadFinalNewline = hasFinalNewline(text.slice(found.start, found.end));
  const before = dropLineEndings(text.slice(0, found.start), hadFinalNewline ? 1 : 2);
  const rest = before + text.slice(found.end);
  return rest === '' && hadFinalNewline ? undefined : rest;
}

function dropLineEndings(text: string, count: number): string {
  let rest = text;
  for (let dropped = 0; dropped < count; dropped += 1) rest = rest.replace(/\r?\n$/, '');
  return rest;
}
