import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { readPushes } from '../../../../relay/inbound/index.ts';
import type { A2aEndpoint, A2aMeans } from '../../../a2a/index.ts';
import type { Mount } from '../../../http/index.ts';
import type { McpEndpoint, ToolPlatform } from '../../../mcp/index.ts';

export interface MountedA2a {
  readonly mounts: Readonly<Record<string, Mount>>;
  /** Goes on with notifications that were asked for before a restart. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A2A at its paths of the daemon: the card and both bindings. The code is loaded with the first request, or if there are
 * notifications to send: most daemons never see either.
 */
export function mountA2a(platform: A2aMeans): MountedA2a {
  let endpoint: Promise<A2aEndpoint> | undefined;
  const load = async (): Promise<A2aEndpoint> => {
    const { createA2aEndpoint } = await import('../../../a2a/index.ts');
    return createA2aEndpoint(platform, { project: basename(platform.project.root) });
  };
  const handle: Mount['handle'] = async (request, response) =>
    await (await (endpoint ??= load())).handle(request, response);
  return {
    mounts: {
      '/.well-known/agent-card.json': { handle },
      '/a2a': { handle, needsToken: true },
      '/a2a/v1/': { handle, needsToken: true },
    },
    start: async () => {
      if ((await readPushes(platform)).length > 0) await (await (endpoint ??= load())).start();
    },
    stop: async () => await (await endpoint)?.stop(),
  };
}

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
