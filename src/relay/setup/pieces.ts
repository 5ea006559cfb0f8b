/** What each tool needs, piece by piece. A piece can add itself to a file, find itself there, and remove itself. */
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { HOOKS, isOurHook, programOf, renderHook, type HookHost, type HookRow } from './hook-tables.ts';
import { appendElement, findValue, removeElements, removeMember, setMember } from './json-member.ts';
import { findMarkedSection, putMarkedSection, removeMarkedSection } from './marked-section.ts';
import { AGENTS_POINTER, IMPORT_LINE, SKILL } from './texts.ts';

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
  /** How Baton is started from here; only if it is started at all. */
  findProgram?(text: string | undefined): readonly string[] | undefined;
}

export const FILE_TOOLS = ['claude', 'codex', 'gemini', 'cursor', 'copilot', 'agents-md'] as const;
export type FileTool = (typeof FILE_TOOLS)[number];

/** A part of what Baton does for a tool, by itself: `output` holds subagents to their block, and nothing else. */
export const SETUP_PARTS = ['output'] as const;
export type SetupPart = (typeof SETUP_PARTS)[number];

/** `program` is how Baton is started from a hook, `baton` or something longer. Empty: the tool has no such part. */
export function piecesOf(tool: FileTool, program: readonly string[], only?: SetupPart): readonly Piece[] {
  if (only === 'output') return outputPiecesOf(tool, program);
  const agents = section('AGENTS.md', 'agents-md', AGENTS_POINTER, 'where agents find the handoff');
  switch (tool) {
    case 'agents-md':
      return [agents];
    case 'claude':
      return [
        agents,
        importLine('CLAUDE.md'),
        hooks('.claude/settings.json', 'claude', program),
        wholeFile('.claude/skills/baton/SKILL.md', SKILL, 'the skill'),
      ];
    case 'codex':
      return [agents, hooks('.codex/hooks.json', 'codex', program)];
    case 'gemini':
      return [agents, importLine('GEMINI.md'), hooks('.gemini/settings.json', 'gemini', program)];
    case 'cursor':
      return [agents, server('.cursor/mcp.json', ['mcpServers', 'baton'], program, {})];
    case 'copilot':
      return [
        section('.github/copilot-instructions.md', 'copilot', AGENTS_POINTER, 'where agents find the handoff'),
        server('.vscode/mcp.json', ['servers', 'baton'], program, { type: 'stdio' }),
      ];
  }
}

function outputPiecesOf(tool: FileTool, program: readonly string[]): readonly Piece[] {
  if (tool === 'claude') return [hooks('.claude/settings.json', 'claude', program, isOutputHook)];
  if (tool === 'codex') return [hooks('.codex/hooks.json', 'codex', program, isOutputHook)];
  return [];
}

const isOutputHook = ({ verb }: HookRow): boolean => verb.startsWith('subagent-');

const section = (path: string, name: string, body: string, about: string): Piece => ({
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
function importLine(path: string): Piece {
  const ours = section(path, 'import', `${IMPORT_LINE}\n`, 'brings in AGENTS.md');
  return { ...ours, state: (text) => (ours.state(text) === 'missing' && imports(text) ? 'current' : ours.state(text)) };
}

function wholeFile(path: string, content: string, about: string): Piece {
  return {
    path,
    about,
    state: (text) => (text === undefined ? 'missing' : text === content ? 'current' : 'outdated'),
    put: () => content,
    remove: () => undefined,
  };
}

function hooks(
  path: string,
  host: HookHost,
  program: readonly string[],
  isWanted: (row: HookRow) => boolean = () => true,
): Piece {
  const wanted = HOOKS[host].filter(isWanted);
  const rows = wanted.map((row) => ({ place: ['hooks', row.event], entry: renderHook(host, row, program) }));
  // Whatever was set up before: a part takes the place of the whole, and the whole that of a part.
  const places = HOOKS[host].map((row) => ({ place: ['hooks', row.event] }));
  const without = (text: string): string =>
    places.reduce((rest, { place }) => (rest === '' ? rest : removeElements(rest, place, isOurHook)), text);
  return {
    path,
    about: `calls Baton at ${wanted.map((row) => row.event).join(', ')}`,
    state(text) {
      const found = rows.map(({ place, entry }) => {
        const list = findValue(text, place);
        const ours = Array.isArray(list) ? list.filter(isOurHook) : [];
        return ours.length === 0 ? 'missing' : ours.length === 1 && same(ours[0], entry) ? 'current' : 'outdated';
      });
      const isAlone = countOurs(text, places) === rows.length;
      if (found.every((state) => state === 'current')) return isAlone ? 'current' : 'outdated';
      return found.every((state) => state === 'missing') ? 'missing' : 'outdated';
    },
    findProgram(text) {
      const ours = rows.flatMap(({ place }) => findValue(text, place) ?? []).find(isOurHook);
      return ours === undefined ? undefined : programOf(ours);
    },
    put: (text) =>
      rows.reduce<string | undefined>(
        (rest, { place, entry }) => appendElement(rest, place, entry),
        text === undefined ? undefined : without(text),
      ) ?? '',
    remove(text) {
      const rest = without(text);
      return rest === '' ? undefined : rest;
    },
  };
}

const countOurs = (text: string | undefined, places: readonly { readonly place: readonly string[] }[]): number =>
  places.flatMap(({ place }) => findValue(text, place) ?? []).filter(isOurHook).length;

function server(
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
