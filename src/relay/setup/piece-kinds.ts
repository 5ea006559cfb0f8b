/** The kinds of pieces: a marked section, an import line, a file of ours, entries in a list of hooks, an MCP server. */
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { HOOKS, isOurHook, programOf, renderHook, rowsOf, type HookHost, type SetupPart } from './hook-tables.ts';
import { appendElement, findValue, removeElements, removeMember, setMember } from './json-member.ts';
import { findMarkedSection, putMarkedSection, removeMarkedSection } from './marked-section.ts';
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
