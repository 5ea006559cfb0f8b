export { HOOKS, renderHook, type HookHost } from './hook-tables.ts';
export { FILE_TOOLS, type FileTool } from './pieces.ts';
export { setup, type SetupRequest, type SetupRow } from './setup.ts';
export { AGENTS_POINTER, SKILL } from './texts.ts';
