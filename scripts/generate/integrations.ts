import { VERSION } from '../../src/kernel/version.ts';
import { AGENTS_POINTER, HOOKS, renderHook, SKILL, type HookHost } from '../../src/relay/setup/index.ts';
import type { GeneratedFile } from './generated-file.ts';

/** What a host reads, from the same tables that `baton setup` writes from. */
export function renderIntegrations(): GeneratedFile[] {
  return [
    { path: 'integrations/claude-code/.claude-plugin/plugin.json', content: json(PLUGIN) },
    { path: 'integrations/claude-code/hooks/hooks.json', content: json(hooksOf('claude')) },
    { path: 'integrations/claude-code/skills/baton/SKILL.md', content: SKILL },
    { path: 'integrations/codex/hooks.json', content: json(hooksOf('codex')) },
    { path: 'integrations/codex/AGENTS.md', content: AGENTS_POINTER },
    { path: 'integrations/gemini/settings.json', content: json(hooksOf('gemini')) },
    { path: 'integrations/gemini/GEMINI.md', content: AGENTS_POINTER },
    { path: '.claude-plugin/marketplace.json', content: json(MARKETPLACE) },
    { path: 'server.json', content: json(MCP_SERVER) },
  ];
}

const PLUGIN = {
  name: 'baton',
  version: VERSION,
  description:
    'Hand work over between sessions and agents: what matters at the start, kept through compaction, closed at the end.',
  author: { name: 'The Baton authors' },
  license: 'Apache-2.0',
  keywords: ['handoff', 'agents', 'sessions'],
};

/** `claude plugin marketplace add` reads this from a clone. */
const MARKETPLACE = {
  name: 'baton',
  owner: { name: 'The Baton authors' },
  metadata: { description: PLUGIN.description, version: VERSION },
  plugins: [{ name: 'baton', source: './integrations/claude-code', description: PLUGIN.description, version: VERSION }],
};

/** For registries of MCP servers. */
const MCP_SERVER = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.agent-baton/baton',
  title: 'Baton',
  description: 'Hand work over between agents and sessions: project state, tasks, checks.',
  version: VERSION,
  packages: [
    {
      registryType: 'npm',
      identifier: 'agent-baton',
      version: VERSION,
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ],
};

const hooksOf = (host: HookHost): object => ({
  hooks: Object.fromEntries(HOOKS[host].map((row) => [row.event, [renderHook(host, row, ['baton'])]])),
});

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
