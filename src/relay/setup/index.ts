export { HOOKS, renderHook, type HookHost } from './hook-tables.ts';
export { SETUP_TOOLS, type SetupTool } from './pieces.ts';
export { setup, type SetupRequest, type SetupRow } from './setup.ts';
export { SKILL } from './texts.ts';
