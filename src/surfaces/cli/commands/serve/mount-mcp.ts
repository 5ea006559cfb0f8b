import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '../../../../kernel/ports/index.ts';
import type { McpEndpoint } from '../../../mcp/index.ts';

/** The MCP server at a path of the daemon. Its code is loaded with the first request: most daemons never see one. */
export function mountMcp(platform: Platform): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let endpoint: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import('../../../mcp/index.ts');
    return createMcpEndpoint((work) => work(platform), { remark: (text) => platform.remark(text) });
  };
  return async (request, response) => (await (endpoint ??= load())).handle(request, response);
}
