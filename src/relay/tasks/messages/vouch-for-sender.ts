import type { JsonObject } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { readAgents } from '../agents/agents.ts';
import { findBelieved } from '../agents/approved-agents.ts';
import { isProven } from '../run-secret.ts';
import { isJsonSigned } from './trust-sender.ts';

export interface SenderClaim {
  /** The agent that a document is said to come from. */
  readonly sender: string;
  /** The task whose run the caller says to be, and that run's secret. */
  readonly taskId?: string;
  readonly secret?: string;
  /** Base64, over the canonical form of the document, by the agent's key. */
  readonly signature?: string;
  /** Undefined for bytes that are no document: nothing can be signed then. */
  readonly document: JsonObject | undefined;
}

/** How it is known that a document comes from the agent it is said to come from; undefined if it is not known. */
export async function vouchForSender(
  platform: Pick<Platform, 'files' | 'project' | 'tasks'>,
  claim: SenderClaim,
): Promise<'run secret' | 'signature' | undefined> {
  const { sender, taskId, secret, signature, document } = claim;
  if (signature !== undefined && document !== undefined) {
    const [agent] = await findBelieved(platform, await readAgents(platform), sender);
    if (agent?.publicKey !== undefined && isJsonSigned(document, agent.publicKey, signature)) return 'signature';
  }
  if (taskId === undefined || secret === undefined) return undefined;
  const lease = (await (await platform.tasks()).find(taskId))?.task.lease;
  if (lease?.agent !== sender) return undefined;
  return (await isProven(platform, lease.runId, secret)) ? 'run secret' : undefined;
}
