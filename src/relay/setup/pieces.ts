/** What each tool needs, piece by piece. */
import { renderCopilotHooks, type HookHost, type SetupPart } from './hook-tables.ts';
import { renderOpencodePlugin } from './opencode-plugin.ts';
import { hooks, importLine, section, server, wholeFile, type Piece } from './piece-kinds.ts';
import { renderPointer, renderSkill } from './texts.ts';

export const FILE_TOOLS = [
  'claude',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'opencode',
  'vscode',
  'antigravity',
  'windsurf',
  'cline',
  'zed',
  'kiro',
  'agents-md',
] as const;
export type FileTool = (typeof FILE_TOOLS)[number];

const HOOK_FILES: Readonly<Partial<Record<FileTool, { readonly path: string; readonly host: HookHost }>>> = {
  claude: { path: '.claude/settings.json', host: 'claude' },
  codex: { path: '.codex/hooks.json', host: 'codex' },
};

const ABOUT = 'where agents find the handoff';

/** `program` is how Baton is started from a hook, `baton` or something longer. Empty: the tool has no such part. */
export const piecesOf = (tool: FileTool, program: readonly string[], only?: SetupPart): readonly Piece[] =>
  only === undefined ? PIECES[tool](program) : partsOf(tool, program, only);

type Pieces = (program: readonly string[]) => readonly Piece[];

const agents = (program: readonly string[]): Piece => section('AGENTS.md', 'agents-md', renderPointer(program), ABOUT);

const rules = (path: string, name: string, program: readonly string[]): Piece =>
  section(path, name, renderPointer(program), ABOUT);

const mcpServers = (path: string, program: readonly string[], extra = {}): Piece =>
  server(path, ['mcpServers', 'baton'], program, extra);

const vscodeServer = (program: readonly string[]): Piece =>
  server('.vscode/mcp.json', ['servers', 'baton'], program, { type: 'stdio' });

const skill = (folder: string, program: readonly string[], host: { readonly hasHooks: boolean }): Piece =>
  wholeFile(`${folder}/skills/baton/SKILL.md`, renderSkill(program, host), 'the skill');

const CALLS = 'calls Baton at the events of a session';

const PIECES: Readonly<Record<FileTool, Pieces>> = {
  'agents-md': (program) => [agents(program)],
  claude: (program) => [
    agents(program),
    importLine('CLAUDE.md'),
    hooks('.claude/settings.json', 'claude', program),
    skill('.claude', program, { hasHooks: true }),
  ],
  codex: (program) => [agents(program), hooks('.codex/hooks.json', 'codex', program)],
  gemini: (program) => [agents(program), importLine('GEMINI.md'), hooks('.gemini/settings.json', 'gemini', program)],
  cursor: (program) => [
    agents(program),
    hooks('.cursor/hooks.json', 'cursor', program),
    mcpServers('.cursor/mcp.json', program),
  ],
  copilot: (program) => [
    rules('.github/copilot-instructions.md', 'copilot', program),
    wholeFile('.github/hooks/baton.json', renderCopilotHooks(program), CALLS),
    vscodeServer(program),
  ],
  opencode: (program) => [
    agents(program),
    wholeFile('.opencode/plugins/baton.js', renderOpencodePlugin(program), CALLS),
  ],
  vscode: (program) => [agents(program), vscodeServer(program)],
  antigravity: (program) => [
    agents(program),
    mcpServers('.agents/mcp_config.json', program),
    skill('.agents', program, { hasHooks: false }),
  ],
  windsurf: (program) => [agents(program), rules('.windsurf/rules/baton.md', 'windsurf', program)],
  cline: (program) => [agents(program), rules('.clinerules/baton.md', 'cline', program)],
  zed: (program) => [agents(program), server('.zed/settings.json', ['context_servers', 'baton'], program, {})],
  kiro: (program) => [
    rules('.kiro/steering/baton.md', 'kiro', program),
    mcpServers('.kiro/settings/mcp.json', program, { disabled: false }),
  ],
};

/** The rules for answers alone need a host that says when a subagent stops. */
function partsOf(tool: FileTool, program: readonly string[], only: SetupPart): readonly Piece[] {
  const place = HOOK_FILES[tool];
  return place === undefined ? [] : [hooks(place.path, place.host, program, only)];
}

/** What a person has to do that no file of the project can. */
export function notesOf(tool: FileTool, program: readonly string[]): readonly string[] {
  const [command = 'baton', ...args] = program;
  const entry = JSON.stringify({ mcpServers: { baton: { command, args: [...args, 'mcp'] } } });
  switch (tool) {
    case 'codex':
      return [
        'Codex runs the hooks of a project only after you trust each of them: start codex in this folder and open /hooks. Baton cannot see whether you did.',
      ];
    case 'windsurf':
      return [`Windsurf keeps MCP servers per user: add ${entry} to ~/.codeium/windsurf/mcp_config.json.`];
    case 'cline':
      return [`Cline keeps MCP servers per user: add ${entry} under MCP Servers, Configure.`];
    default:
      return [];
  }
}
