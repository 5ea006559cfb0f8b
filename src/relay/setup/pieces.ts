/** What each tool needs, piece by piece. */
import type { HookHost, SetupPart } from './hook-tables.ts';
import { renderOpencodePlugin } from './opencode-plugin.ts';
import { hooks, importLine, section, server, wholeFile, type Piece } from './piece-kinds.ts';
import { renderPointer, renderSkill } from './texts.ts';
import { renderCopilotHooks } from './copilot-hooks.ts';

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

/** `program` is how Baton is started from a hook, `baton` or something longer. */
export function piecesOf(
  tool: FileTool,
  program: readonly string[],
  only: SetupPart | undefined = undefined,
): readonly Piece[] {
  if (only !== undefined) return partsOf(tool, program, only);
  const pointer = renderPointer(program);
  const agents = section('AGENTS.md', 'agents-md', pointer, ABOUT);
  const mcpServers = (path: string, extra = {}): Piece => server(path, ['mcpServers', 'baton'], program, extra);
  switch (tool) {
    case 'agents-md':
      return [agents];
    case 'claude':
      return [
        agents,
        importLine('CLAUDE.md'),
        hooks('.claude/settings.json', 'claude', program),
        wholeFile('.claude/skills/baton/SKILL.md', renderSkill(program), 'the skill'),
      ];
    case 'codex':
      return [agents, hooks('.codex/hooks.json', 'codex', program)];
    case 'gemini':
      return [agents, importLine('GEMINI.md'), hooks('.gemini/settings.json', 'gemini', program)];
    case 'cursor':
      return [agents, hooks('.cursor/hooks.json', 'cursor', program), mcpServers('.cursor/mcp.json')];
    case 'copilot':
      return [
        section('.github/copilot-instructions.md', 'copilot', pointer, ABOUT),
        wholeFile('.github/hooks/baton.json', renderCopilotHooks(program), 'calls Baton at the events of a session'),
        server('.vscode/mcp.json', ['servers', 'baton'], program, { type: 'stdio' }),
      ];
    case 'opencode':
      return [
        agents,
        wholeFile(
          '.opencode/plugins/baton.js',
          renderOpencodePlugin(program),
          'calls Baton at the events of a session',
        ),
      ];
    case 'vscode':
      return [agents, server('.vscode/mcp.json', ['servers', 'baton'], program, { type: 'stdio' })];
    case 'antigravity':
      return [
        agents,
        mcpServers('.agents/mcp_config.json'),
        wholeFile('.agents/skills/baton/SKILL.md', renderSkill(program), 'the skill'),
      ];
    case 'windsurf':
      return [agents, section('.windsurf/rules/baton.md', 'windsurf', pointer, ABOUT)];
    case 'cline':
      return [agents, section('.clinerules/baton.md', 'cline', pointer, ABOUT)];
    case 'zed':
      return [agents, server('.zed/settings.json', ['context_servers', 'baton'], program, {})];
    case 'kiro':
      return [
        section('.kiro/steering/baton.md', 'kiro', pointer, ABOUT),
        mcpServers('.kiro/settings/mcp.json', { disabled: false }),
      ];
  }
}

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
