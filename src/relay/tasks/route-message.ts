import { createUlidAfter, type ArtifactWrite, type EventDraft } from '../../kernel/index.ts';
import {
  readProtocolMessage,
  route,
  tasksOf,
  type ProtocolEnvelope,
  type RouteResult,
} from '../../protocols/tasks/index.ts';
import type { Platform } from '../platform.ts';
import { readAgents } from './agents.ts';
import { changeOrPreview } from './new-task.ts';
import { findDistrust } from './trust-sender.ts';

export interface RouteOptions {
  /** The transport knows who sends: the command line of the agent itself. */
  readonly isLocal?: boolean;
  readonly dryRun?: boolean;
  readonly artifacts?: readonly ArtifactWrite[];
}

/** Undefined for what is no message of ours: nothing is logged, nothing is done. */
export async function routeEvent(
  platform: Platform,
  event: unknown,
  options: RouteOptions = {},
): Promise<RouteResult | undefined> {
  const parsed = readProtocolMessage(event);
  if (parsed.kind === 'none') return undefined;
  if (parsed.kind === 'message') return await routeMessage(platform, parsed.message, options);
  const { reason, taskId, fromAgent } = parsed;
  const store = await platform.tasks();
  const refused: EventDraft = {
    type: 'protocol.message.rejected',
    actor: fromAgent ?? 'unknown',
    ...(taskId === undefined ? {} : { taskId }),
    payload: { reason },
  };
  await changeOrPreview(store, options)([], () => ({ events: [refused], result: null }));
  return { outcome: 'rejected', type: 'invalid', taskId: taskId ?? '', reason };
}

/** The router: one message, whole or not at all. */
export async function routeMessage(
  platform: Platform,
  message: ProtocolEnvelope,
  options: RouteOptions = {},
): Promise<RouteResult> {
  const store = await platform.tasks();
  const values = platform.config.values;
  const { agents } = await readAgents(platform);
  const now = platform.clock.now();
  // A command run here needs no signature: the transport is this machine's own user. It still has to be a known agent.
  const policy = options.isLocal === true && values.messages === 'signed' ? 'known' : values.messages;
  const distrust = findDistrust(message, policy, agents);
  const context = {
    now,
    uid: createUlidAfter(undefined, now, platform.random),
    maxDepth: values['delegation.maxDepth'],
    review: values.review,
    ...(distrust === undefined ? {} : { distrust }),
  };
  const missing = await findMissingFiles(platform, message, options.artifacts ?? []);
  const known = await store.find(message.taskId).catch(() => undefined);
  return await changeOrPreview(store, options)(tasksOf(message, known), (lookup) => {
    const change = route(lookup, message, context);
    if (change.result.outcome !== 'applied') return change;
    return {
      ...change,
      artifacts: [...(options.artifacts ?? []), ...(change.artifacts ?? [])],
      events: [...(change.events ?? []), ...missing],
    };
  });
}

/** A report may name files that are not there: that is worth a warning, and stops nothing. */
async function findMissingFiles(
  platform: Platform,
  message: ProtocolEnvelope,
  written: readonly ArtifactWrite[],
): Promise<EventDraft[]> {
  if (message.type !== 'completion.report') return [];
  const store = await platform.tasks();
  const warnings: EventDraft[] = [];
  for (const ref of [message.payload['summaryRef'], message.payload['handoffRef']]) {
    if (typeof ref !== 'string' || written.some(({ path }) => path === ref)) continue;
    const isThere =
      /^(?:inputs|work|outputs)\/[^\0]+$/.test(ref) &&
      !ref.includes('..') &&
      (await store.readArtifact(message.taskId, ref)) !== undefined;
    if (!isThere)
      warnings.push({
        type: 'protocol.message.warning',
        actor: message.fromAgent,
        taskId: message.taskId,
        payload: { reason: `${ref} is not there` },
      });
  }
  return warnings;
}
