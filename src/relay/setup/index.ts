export { HOOKS, renderHook, type HookHost } from './hook-tables.ts';
export { FILE_TOOLS, type FileTool } from './pieces.ts';
export { examineTool, setup, type SetupRequest, type SetupRow, type ToolState } from './setup.ts';
export { AGENTS_POINTER, SKILL } from './texts.ts';
