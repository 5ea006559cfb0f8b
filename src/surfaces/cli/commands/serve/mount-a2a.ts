import { basename } from 'node:path';
import { readPushes } from '../../../../relay/inbound/index.ts';
import type { A2aEndpoint, A2aMeans } from '../../../a2a/index.ts';
import type { Mount } from '../../../http/index.ts';

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
