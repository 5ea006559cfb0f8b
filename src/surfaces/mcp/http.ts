import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { UsePlatform } from './call-tool.ts';
import { createBatonServer } from './server.ts';

export interface McpEndpoint {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends what is still being answered. */
  close(): Promise<void>;
}

/** For a server of HTTP to mount, behind its own checks of host, origin and token. Each request gets a server of its own. */
export function createMcpEndpoint(use: UsePlatform, { remark }: { remark(text: string): void }): McpEndpoint {
  const onerror = (error: Error): void => remark(`mcp: ${error.message}`);
  const handler = createMcpHandler(() => createBatonServer(use), { onerror });
  const answer = toNodeHandler(handler, { onerror });
  return {
    handle: (request, response) =>
      answer(Object.assign(request, { method: request.method ?? '', url: request.url ?? '' }), response),
    close: () => handler.close(),
  };
}
