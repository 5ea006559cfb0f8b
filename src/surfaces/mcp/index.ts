export type { UsePlatform } from './call-tool.ts';
export type { ToolPlatform } from './tool.ts';
export { createMcpEndpoint, type McpEndpoint } from './server.ts';
export { serveOnStdio } from './stdio.ts';
