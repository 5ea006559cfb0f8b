import { join } from 'node:path';
import type { Platform } from '../../kernel/ports/index.ts';
import type { FileTool } from './pieces.ts';

/** Files and folders that a project has because somebody uses this tool in it. */
const SIGNS: readonly (readonly [FileTool, readonly string[]])[] = [
  ['claude', ['.claude', 'CLAUDE.md']],
  ['codex', ['.codex']],
  ['gemini', ['.gemini', 'GEMINI.md']],
  ['cursor', ['.cursor', '.cursorrules']],
  ['copilot', ['.github/copilot-instructions.md', '.github/hooks']],
  ['opencode', ['.opencode', 'opencode.json', 'opencode.jsonc']],
  ['vscode', ['.vscode']],
  ['antigravity', ['.agents']],
  ['windsurf', ['.windsurf', '.windsurfrules']],
  ['cline', ['.clinerules']],
  ['zed', ['.zed', '.rules']],
  ['kiro', ['.kiro']],
];

export interface DetectedTool {
  readonly tool: FileTool;
  /** What it was recognised by. */
  readonly sign: string;
}

/** The tools that this project is used with, by the files they leave in it. */
export async function detectTools({
  files,
  project: { root },
}: {
  readonly files: Pick<Platform['files'], 'stat'>;
  readonly project: Pick<Platform['project'], 'root'>;
}): Promise<readonly DetectedTool[]> {
  const found: DetectedTool[] = [];
  for (const [tool, signs] of SIGNS) {
    for (const sign of signs) {
      if ((await files.stat(join(root, sign))) === undefined) continue;
      found.push({ tool, sign });
      break;
    }
  }
  return found;
}

/** Files may be as they should be, and still no hook runs: they name a command that nobody finds. Undefined: it is found. */
export async function findProgramObstacle(
  { processes, project }: Pick<Platform, 'processes' | 'project'>,
  program: readonly string[],
): Promise<string | undefined> {
  const [command = 'baton'] = program;
  return (await processes.canStart(command, project.root)) ? undefined : `${command} is not on the PATH here`;
}

/** What to type. */
export const renderProgramRemedy = ([command = 'baton']: readonly string[], tool: string): string =>
  command === 'baton'
    ? `npm install --global agent-baton, or baton setup ${tool} --command "npx agent-baton"`
    : `install ${command}, or baton setup ${tool} --command WORDS`;
