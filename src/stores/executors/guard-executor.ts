import { given } from '../../kernel/given.ts';
import { agentRequest } from '../../kernel/authority/index.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { Authority, Executor, SessionRef, SpawnCall } from '../../kernel/ports/index.ts';

/**
 * Starts only what a person approved, and contacts no other gateway: the scheduler leaves other agents out, and this is
 * what holds if anything ever asks for one anyway.
 */
export const guardExecutor = (
  name: string,
  executor: Executor,
  authority: Pick<Authority, 'isApproved' | 'seals'>,
): Executor => ({
  ...executor,
  async start(call) {
    if (await isApproved(name, call, authority)) return await executor.start(await withSecret(call, authority));
    return { kind: 'failed', permanent: true, reason: notApproved(call.agentId) };
  },
  look: async (session) =>
    (await mayBeAsked(name, session, authority)) ? await executor.look(session) : { kind: 'unknown' },
  stop: async (session) =>
    (await mayBeAsked(name, session, authority))
      ? await executor.stop(session)
      : { kind: 'unreached', reason: notApproved(session.agentId) },
});

const notApproved = (agentId: string): string => `agent ${agentId} is not approved on this machine`;

/** A program of this machine is found by its run, also if its agent was changed or removed since. */
const mayBeAsked = async (
  name: string,
  session: SessionRef,
  authority: Pick<Authority, 'isApproved'>,
): Promise<boolean> => name === 'command' || (await isApproved(name, session, authority));

async function isApproved(
  executor: string,
  { agentId, settings, publicKey }: Pick<SpawnCall, 'agentId' | 'settings' | 'publicKey'>,
  authority: Pick<Authority, 'isApproved'>,
): Promise<boolean> {
  const plain = JSON.parse(JSON.stringify(settings)) as unknown;
  const agent = {
    id: agentId,
    executor,
    settings: isJsonObject(plain) ? plain : {},
    ...given({ publicKey }),
  };
  return await authority.isApproved(agentRequest(agent, 'agents.json'));
}

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
