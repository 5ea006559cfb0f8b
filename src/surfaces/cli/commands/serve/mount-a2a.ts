import { basename } from 'node:path';
import type { A2aEndpoint, A2aMeans } from '../../../a2a/index.ts';
import type { Mount } from '../../../http/index.ts';

/**
 * A2A at its paths of the daemon: the card and both bindings. The code is loaded with the first
 * request: most daemons never see one.
 */
export function mountA2a(platform: A2aMeans): Readonly<Record<string, Mount>> {
  let endpoint: Promise<A2aEndpoint> | undefined;
  const load = async (): Promise<A2aEndpoint> => {
    const { createA2aEndpoint } = await import('../../../a2a/index.ts');
    return createA2aEndpoint(platform, { project: basename(platform.project.root) });
  };
  const handle: Mount['handle'] = async (request, response) =>
    await (await (endpoint ??= load())).handle(request, response);
  return {
    '/.well-known/agent-card.json': { handle },
    '/a2a': { handle, needsToken: true },
    '/a2a/v1/': { handle, needsToken: true },
  };
}
