/** How it is known that a message is from its sender, and what the sender has to show. */
import type { Settings } from '../../../kernel/config/index.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import type { Platform, TaskStore } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { ProtocolEnvelope } from '../../../protocols/tasks/index.ts';
import { readAgents } from '../agents/agents.ts';
import { findBelieved } from '../agents/approved-agents.ts';
import { givesSecrets, isProven } from '../run-secret.ts';
import type { RouteOptions } from './route-message.ts';
import { findDistrust } from './trust-sender.ts';

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
