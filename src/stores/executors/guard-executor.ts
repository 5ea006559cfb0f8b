import { agentRequest } from '../../kernel/authority/index.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { Authority, Executor, SpawnCall } from '../../kernel/ports/index.ts';

/**
 * Starts only what a person approved: the scheduler leaves other agents out, and this is what holds if anything ever
 * asks for one anyway.
 */
export const guardExecutor = (
  name: string,
  executor: Executor,
  authority: Pick<Authority, 'isApproved' | 'seals'>,
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
    if (await authority.isApproved(agentRequest(agent, 'agents.json')))
      return await executor.start(await withSecret(call, authority));
    return { kind: 'failed', permanent: true, reason: `agent ${call.agentId} is not approved on this machine` };
  },
});

/** The process that is started is the run: it alone is given the run's secret. */
async function withSecret(call: SpawnCall, { seals }: Pick<Authority, 'seals'>): Promise<SpawnCall> {
  const secret = await seals.seal('run', call.runId);
  if (secret === undefined) return call;
  const { env } = call.settings;
  return {
    ...call,
    settings: { ...call.settings, env: { ...(isJsonObject(env) ? env : {}), BATON_RUN_SECRET: secret } },
  };
}
