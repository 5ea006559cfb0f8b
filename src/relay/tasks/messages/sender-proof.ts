/** How it is known that a message is from its sender, and what the sender has to show. */
import type { Settings } from '../../../kernel/config/index.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import type { Platform, TaskStore } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { ProtocolEnvelope } from '../../../protocols/tasks/index.ts';
import { findBelieved, readAgents, type KnownAgent } from '../agents/agents.ts';
import { givesSecrets, isProven } from '../run-secret.ts';
import type { RouteOptions } from './route-message.ts';
import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';

const HOLDER_ACTS: ReadonlySet<string> = new Set(['completion.report', 'status.update', 'handoff.request']);

/**
 * What this sender has to show, the same at every door. An act of a holder needs the secret of its run or a signature.
 * Anything else that is run here needs none: the transport is this machine's own user. It still has to be a known agent.
 */
export function choosePolicy(
  { project }: Pick<Platform, 'project'>,
  message: ProtocolEnvelope,
  options: RouteOptions,
  proof: SenderProof | undefined,
): Settings['messages'] {
  const { messages } = project.settings.values;
  if (messages === 'open') return messages;
  if (HOLDER_ACTS.has(message.type)) return proof === undefined ? 'signed' : 'known';
  return options.isLocal === true || proof === 'output of the run' ? 'known' : messages;
}

/** How it is known that the sender is the run it speaks for. */
export type SenderProof = 'output of the run' | 'run secret';

export async function findProof(
  platform: Pick<Platform, 'project' | 'tasks'>,
  message: ProtocolEnvelope,
  options: RouteOptions,
  known: TaskEntry | undefined,
): Promise<SenderProof | undefined> {
  // The launcher has read it from the program of the run itself.
  if (options.printedBy !== undefined) return 'output of the run';
  if (!HOLDER_ACTS.has(message.type) || !givesSecrets(platform)) return undefined;
  const heldId = message.type === 'handoff.request' ? (message.parentTaskId ?? '') : message.taskId;
  const held = heldId === message.taskId ? known : await findKnown(await platform.tasks(), heldId);
  const lease = held?.task.lease;
  if (lease?.agent !== message.fromAgent) return undefined;
  const secret = options.secret ?? (await options.findSecret?.(heldId));
  return (await isProven(platform, lease.runId, secret)) ? 'run secret' : undefined;
}

/** Whatever `messages` demands: a signature that a person's key list knows vouches for the sender. */
export async function findSignature(
  platform: Pick<Platform, 'files' | 'project'>,
  message: ProtocolEnvelope,
): Promise<'signature' | undefined> {
  if (message.type !== 'handoff.request' || message.signature === undefined) return undefined;
  const agents = await findBelieved(platform, await readAgents(platform), message.fromAgent);
  return findDistrust(message, 'signed', agents) === undefined ? 'signature' : undefined;
}

/** The router says itself what is wrong with a task whose file is broken; what the store cannot do is not its matter. */
export async function findKnown(store: TaskStore, taskId: string): Promise<TaskEntry | undefined> {
  try {
    return await store.find(taskId);
  } catch (error) {
    if (isBatonError(error, 'TASK_FILE_INVALID') || isBatonError(error, 'TASK_FILE_MISSING')) return undefined;
    throw error;
  }
}

/** Why this message is not accepted as coming from the sender it names; undefined if it is. */
export function findDistrust(
  message: ProtocolEnvelope,
  policy: Settings['messages'],
  agents: readonly KnownAgent[],
): string | undefined {
  if (policy === 'open') return undefined;
  const agent = agents.find(({ id }) => id === message.fromAgent);
  if (agent === undefined) return `${message.fromAgent} is not a known agent`;
  if (policy === 'known') return undefined;
  if (agent.publicKey === undefined) return `${agent.id} has no key`;
  if (message.signature === undefined) return 'the message is not signed';
  return isSignedBy(message, agent.publicKey, message.signature) ? undefined : 'the signature is wrong';
}

/** What is signed: the canonical form of everything but the signature. */
function isSignedBy(message: ProtocolEnvelope, publicKey: string, signature: string): boolean {
  const { signature: _, ...rest } = message;
  return isJsonSigned(JSON.parse(JSON.stringify(rest)) as Json, publicKey, signature);
}

/** Whether this key signed the canonical form of a value. */
function isJsonSigned(value: Json, publicKey: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const bytes = Buffer.from(canonicalJson(value), 'utf8');
    return key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    // A key or signature that cannot even be read proves nothing.
    return false;
  }
}

interface SenderClaim {
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
