/** What each tool needs, piece by piece. */

import { renderCopilotHooks, type HookHost, type SetupPart } from './hook-tables.ts';
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

/**
 * The plugin that opencode loads from `.opencode/plugins/`. It holds no logic: it tells Baton what happened, puts what
 * Baton answers before the model, and stays silent if Baton cannot be started.
 */
const PLUGIN = `// Written by baton setup opencode. Changes are overwritten by the next setup.
import { spawn } from 'node:child_process';

const PROGRAM = @PROGRAM@;

/** What Baton answers to an event; undefined if it has nothing to say or cannot be started. */
function ask(verb, event) {
  return new Promise((resolve) => {
    const [command, ...args] = PROGRAM;
    const child = spawn(command, [...args, 'hook', verb, '--host', 'opencode'], {
      cwd: event.cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 10_000,
    });
    let said = '';
    child.stdout.on('data', (piece) => (said += piece));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      try {
        resolve(said.trim() === '' ? undefined : JSON.parse(said));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(JSON.stringify(event));
  });
}

export const Baton = async ({ client, directory }) => {
  /** By session: what Baton says at its start, asked once. */
  const contexts = new Map();
  const cwd = directory;

  const contextOf = (id) => {
    if (!contexts.has(id)) contexts.set(id, ask('session-start', { session_id: id, cwd, source: 'startup' }));
    return contexts.get(id);
  };

  const lastAnswer = async (id) => {
    const { data = [] } = await client.session.messages({ path: { id } });
    const answers = data.filter(({ info }) => info.role === 'assistant');
    const parts = answers.at(-1)?.parts ?? [];
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };

  return {
    'experimental.chat.system.transform': async (input, output) => {
      if (input.sessionID === undefined) return;
      const text = (await contextOf(input.sessionID))?.hookSpecificOutput?.additionalContext;
      if (text !== undefined) output.system.push(text);
    },
    'experimental.session.compacting': async ({ sessionID }) => {
      await ask('pre-compact', { session_id: sessionID, cwd });
      contexts.set(sessionID, ask('session-start', { session_id: sessionID, cwd, source: 'compact' }));
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const id = event.properties.sessionID;
      if (!contexts.has(id)) return;
      const message = await lastAnswer(id).catch(() => '');
      const answer = await ask('stop', { session_id: id, cwd, last_assistant_message: message });
      if (answer?.decision !== 'block') return;
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text: answer.reason }] } });
    },
  };
};
`;

const renderOpencodePlugin = (program: readonly string[]): string =>
  PLUGIN.replace('@PROGRAM@', () => JSON.stringify(program));
