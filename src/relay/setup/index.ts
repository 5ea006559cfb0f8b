export {
  examineTool,
  findProgram,
  hasPart,
  setup,
  setUpAgentsMd,
  type SetUpItem,
  type SetupRow,
  type ToolState,
} from './setup.ts';
export { findHooksFolder, GIT_HOOKS, readDriver, setDriver, setUpGit } from './set-up-git.ts';
export { detectTools, findProgramObstacle, renderProgramRemedy, type DetectedTool } from './detect-tools.ts';
export { HOOK_HOSTS, HOOKS, renderHook, SETUP_PARTS, type HookHost } from './hook-tables.ts';
export { setMember } from './json-member.ts';
export { FILE_TOOLS, notesOf, type FileTool } from './pieces.ts';
export { AGENTS_POINTER, SKILL } from './texts.ts';
export { SETUP_TOOLS, setUpTool, type SetupTool, type SetUpToolRequest } from './set-up-tool.ts';
