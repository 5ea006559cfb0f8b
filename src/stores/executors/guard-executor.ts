import { agentRequest } from '../../kernel/authority/index.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { Authority, Executor } from '../../kernel/ports/index.ts';

/**
 * Starts only what a person approved: the scheduler leaves other agents out, and this is what holds if anything ever
 * asks for one all the same.
 */
export const guardExecutor = (
  name: string,
  executor: Executor,
  authority: Pick<Authority, 'isApproved'>,
): Executor => ({
  ...executor,
  async start(call) {
    const settings = JSON.parse(JSON.stringify(call.settings)) as unknown;
    const agent = {
      id: call.agentId,
      executor: name,
      settings: isJsonObject(settings) ? settings : {},
      ...(call.publicKey === undefined ? {} : { publicKey: call.publicKey }),
    };
    if (await authority.isApproved(agentRequest(agent, 'agents.json'))) return await executor.start(call);
    return { kind: 'failed', permanent: true, reason: `agent ${call.agentId} is not approved on this machine` };
  },
});
