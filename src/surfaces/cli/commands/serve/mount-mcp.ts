import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpEndpoint, ToolPlatform } from '../../../mcp/index.ts';

/** The MCP server at a path of the daemon. Its code is loaded with the first request: most daemons never see one. */
export function mountMcp(
  platform: ToolPlatform,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let endpoint: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import('../../../mcp/index.ts');
    return createMcpEndpoint((work) => work(platform), { remark: (text) => platform.remark(text) });
  };
  return async (request, response) => (await (endpoint ??= load())).handle(request, response);
}
