export { setUpAgentsMd, type SetUpItem } from './agents-md.ts';
export { findHooksFolder, GIT_HOOKS, readDriver, setDriver, setUpGit } from './git/set-up-git.ts';
export { HOOKS, renderHook, type HookHost } from './hook-tables.ts';
export { setMember } from './json-member.ts';
export { FILE_TOOLS, SETUP_PARTS, type FileTool, type SetupPart } from './pieces.ts';
export { examineTool, hasPart, setup, type SetupRequest, type SetupRow, type ToolState } from './setup.ts';
export { AGENTS_POINTER, SKILL } from './texts.ts';
export { SETUP_TOOLS, setUpTool, type SetupTool, type SetUpToolRequest } from './set-up-tool.ts';
