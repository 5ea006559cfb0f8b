import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { agentRequest } from '../../../src/kernel/authority/index.ts';
import type { Authority } from '../../../src/kernel/ports/index.ts';
import { createA2aExecutor, createOpenclawExecutor, guardExecutor } from '../../../src/stores/executors/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { createHttp } from '../../../src/stores/http/index.ts';
import { openAuthority } from '../../support/open-authority.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  'SEC-001',
  'a gateway that nobody approved is not contacted to start, to look at or to stop a session',
  async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { TOKEN: 'secret' };
    const executors = {
      openclaw: createOpenclawExecutor({ http: createHttp(), environment }),
      a2a: createA2aExecutor({
        files: createFiles(nodeDisk),
        clock: { now: () => 0 },
        environment,
        dataDir: () => '/tmp',
      }),
    };
    for (const [name, executor] of Object.entries(executors)) {
      const settings = { gateway: url, card: url, tokenEnv: 'TOKEN' };
      const session = { runId: 'r', agentId: 'ada', sessionId: 'x@TASK-2026-01-01-001/r', settings };
      const { sha256 } = agentRequest({ id: 'ada', executor: name, settings }, 'agents.json');
      const asking = (approved: string): Authority => ({
        ...openAuthority,
        isApproved: async (request) => request.sha256 === approved,
      });
      const guarded = guardExecutor(name, executor, asking('another'));
      requests = 0;
      expect([await guarded.look(session), await guarded.stop(session)]).toEqual([
        { kind: 'unknown' },
        { kind: 'unreached', reason: 'agent ada is not approved on this machine' },
      ]);
      expect([name, requests]).toEqual([name, 0]);
      await guardExecutor(name, executor, asking(sha256)).stop(session);
      expect(requests, name).toBeGreaterThan(0);
      // Changed since: what was approved is another gateway.
      requests = 0;
      const changed = { ...session, settings: { ...settings, gateway: `${url}/other`, card: `${url}/other` } };
      await guardExecutor(name, executor, asking(sha256)).stop(changed);
      expect([name, requests]).toEqual([name, 0]);
    }
  },
);
