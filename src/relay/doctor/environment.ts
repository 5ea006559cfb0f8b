import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  examineTool,
  FILE_TOOLS,
  findProgramObstacle,
  renderProgramRemedy,
  setup,
  type FileTool,
  type ToolState,
} from '../setup/index.ts';
import type { Check, Diagnosis } from './doctor.ts';

const LEAST_NODE = [20, 19] as const;

export const environmentChecks: readonly Check[] = [
  {
    id: 'node',
    title: 'Node.js',
    async examine({ facts }) {
      const found = `v${facts.nodeVersion} on ${facts.platform}`;
      if (isNodeRecent(facts.nodeVersion)) return { state: 'ok', found };
      return { state: 'problem', found, remedy: `install Node.js ${LEAST_NODE.join('.')} or newer` };
    },
  },
  {
    id: 'git',
    title: 'git',
    async examine({ processes, project: { root } }) {
      try {
        const result = await processes.run({ command: 'git', args: ['--version'], cwd: root, timeoutMs: 5_000 });
        const found = result.stdout
          .toString('utf8')
          .trim()
          .replace(/^git version /, '');
        if (result.code === 0) return { state: 'ok', found };
        return {
          state: 'problem',
          found: `git --version ended with ${result.code ?? result.signal}`,
          remedy: 'reinstall git',
        };
      } catch (error) {
        if (!(error instanceof BatonError)) throw error;
        return {
          state: 'warning',
          found: 'not found',
          remedy: 'install git: without it there are no commits, tags and recovery',
        };
      }
    },
  },
  {
    id: 'tokenizer',
    title: 'Tokenizer',
    async examine({ tokens }) {
      const count = await tokens.count('Work passes from agent to agent.');
      if (tokens.method === 'o200k_base') return { state: 'ok', found: `o200k_base (${count} tokens in the probe)` };
      return {
        state: 'warning',
        found: 'counts are estimated as bytes/4',
        remedy: 'reinstall agent-baton: its tokenizer did not load',
      };
    },
  },
];

function isNodeRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
}

export const hookChecks: readonly Check[] = [
  {
    id: 'hooks',
    title: 'Agent hooks',
    async examine(platform) {
      const tools = await readTools(platform);
      if (tools.length === 0)
        return { state: 'ok', found: 'none; `baton setup claude` and the like add Baton to an agent' };
      const broken = tools.filter(({ rows }) => rows.some(({ state }) => state !== 'current'));
      if (broken.length === 0) return await examineProgram(platform, tools);
      return {
        state: 'warning',
        found: broken.map(describe).join('; '),
        remedy: `run ${broken.map(renderCall).join(' and ')}`,
        fix: async () => (await Promise.all(broken.map((tool) => repair(platform, tool)))).join(', '),
      };
    },
  },
];

/** In place is not enough: what the hooks call must be found. */
async function examineProgram(
  platform: Pick<Platform, 'processes' | 'project'>,
  tools: readonly Tool[],
): Promise<Diagnosis> {
  for (const { tool, program } of tools) {
    const obstacle = await findProgramObstacle(platform, program);
    if (obstacle !== undefined)
      return {
        state: 'warning',
        found: `${tool} cannot start Baton: ${obstacle}`,
        remedy: `run ${renderProgramRemedy(program, tool)}`,
      };
  }
  return { state: 'ok', found: tools.map(({ tool }) => tool).join(', ') };
}

interface Tool extends ToolState {
  readonly tool: FileTool;
}

async function readTools(platform: Pick<Platform, 'files' | 'project'>): Promise<readonly Tool[]> {
  const found: Tool[] = [];
  for (const tool of FILE_TOOLS) {
    // Copilot's set-up holds the MCP server of VS Code: one is not a sign of the other.
    if (tool === 'vscode' && found.some((each) => each.tool === 'copilot')) continue;
    const state = await examineTool(platform, tool);
    if (state !== undefined) found.push({ tool, ...state });
  }
  return found;
}

const STATES = { missing: 'not there', outdated: 'outdated', edited: 'changed by hand', current: 'in place' } as const;

const describe = ({ tool, rows }: Tool): string =>
  `${tool}: ${rows
    .filter(({ state }) => state !== 'current')
    .map(({ path, state }) => `${path} ${STATES[state]}`)
    .join(', ')}`;

const renderCall = ({ tool, program }: Tool): string =>
  `baton setup ${tool}${program.join(' ') === 'baton' ? '' : ` --command "${program.join(' ')}"`}`;

/** What somebody changed by hand stays as it is. */
async function repair(platform: Pick<Platform, 'files' | 'project'>, { tool, program }: Tool): Promise<string> {
  const rows = await setup(platform, { tool, program, action: 'write', force: false, dryRun: false });
  const written = rows.filter(({ done }) => done === 'written').map(({ path }) => path);
  return written.length === 0 ? `${tool} left as it is` : `wrote ${written.join(', ')}`;
}
