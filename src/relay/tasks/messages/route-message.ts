import type { Settings } from '../../../kernel/config/index.ts';
import { isAtLeast, type Finding } from '../../../kernel/finding.ts';
import { isGeneratedForm } from '../../../kernel/generated-form.ts';
import { given } from '../../../kernel/given.ts';
import { createUlidAfter } from '../../../kernel/ids.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { ArtifactWrite, Platform, Scanner, TaskStore } from '../../../kernel/ports/index.ts';
import type { EventDraft, TaskEntry } from '../../../kernel/tasks.ts';
import {
  readProtocolMessage,
  route,
  tasksOf,
  type ProtocolEnvelope,
  type RouteContext,
  type RouteResult,
} from '../../../protocols/tasks/index.ts';
import type { DelegationPlatform, Passage, PassOptions } from '../../delegation/index.ts';
import type { GovernOutcome } from '../../govern/index.ts';
import { findBelieved, readAgents } from '../agents/agents.ts';
import { changeOrPreview } from '../change-task.ts';
import { choosePolicy, findDistrust, findKnown, findProof, findSignature, type SenderProof } from './sender-proof.ts';

export interface RouteOptions {
  /** The transport knows who sends: the command line of the agent itself. */
  readonly isLocal?: boolean;
  /** The transport knows who sends: the program of this run printed it. It may speak for nobody else. */
  readonly printedBy?: { readonly agent: string; readonly runId: string };
  /** The id of the child was reserved for it. */
  readonly isNewChild?: boolean;
  /** Of the run that sends, as the caller shows it. */
  readonly secret?: string;
  /** Finds the secret once it is known which task the sender acts for. */
  findSecret?(taskId: string): Promise<string | undefined>;
  readonly dryRun?: boolean;
  readonly artifacts?: readonly ArtifactWrite[];
  /** What this process made and checked for the message, see `passHandoff`. */
  readonly prepared?: NonNullable<PassOptions['prepared']>;
}

/** What the router did, and what governance said if it was asked. */
export interface RoutedMessage extends RouteResult {
  readonly governance?: GovernOutcome;
}

/** What a message may reach: a handoff also meets the document checks, governance and the audit log. */
export type MessagePlatform = DelegationPlatform;

/** Undefined if it is not one of our messages: nothing is logged, nothing is done. */
export async function routeEvent(
  platform: MessagePlatform,
  event: unknown,
  options: RouteOptions = {},
): Promise<RoutedMessage | undefined> {
  const parsed = readProtocolMessage(event);
  if (parsed.kind === 'none') return undefined;
  if (parsed.kind === 'message') return await routeMessage(platform, parsed.message, options);
  const { reason, taskId, fromAgent } = parsed;
  const store = await platform.tasks();
  const refused: EventDraft = {
    type: 'protocol.message.rejected',
    actor: fromAgent ?? 'unknown',
    ...given({ taskId }),
    payload: { reason },
  };
  await changeOrPreview(store, options)([], () => ({ events: [refused], result: null }));
  return { outcome: 'rejected', type: 'invalid', taskId: taskId ?? '', reason };
}

/** The router: one message, whole or not at all. */
export async function routeMessage(
  platform: MessagePlatform,
  message: ProtocolEnvelope,
  options: RouteOptions = {},
): Promise<RoutedMessage> {
  const store = await platform.tasks();
  const values = platform.project.settings.values;
  const now = platform.clock.now();
  const known = await findKnown(store, message.taskId);
  const proof = await findProof(platform, message, options, known);
  const policy = choosePolicy(platform, message, options, proof);
  const verdict = judgeTexts(await platform.scanner(), textsToJudge(message, options), values);
  const agents = policy === 'open' ? [] : await findBelieved(platform, await readAgents(platform), message.fromAgent);
  const distrust = findImpostor(message, options) ?? findDistrust(message, policy, agents) ?? verdict.refusal;
  const context: RouteContext = {
    now,
    uid: createUlidAfter(undefined, now, platform.random),
    maxDepth: values['delegation.maxDepth'],
    review: values.review,
    ...(options.isNewChild === true ? { isNewChild: true } : {}),
    ...given({ distrust }),
  };
  const missing = await findMissingFiles(platform, message, options.artifacts ?? []);
  const warnings = [...missing, ...verdict.warnings.map((reason) => warning(message, reason))];
  const vouchedBy = distrust === undefined ? (proof ?? (await findSignature(platform, message))) : undefined;
  return await inOneStep(platform, message, options, async (scoped, change) => {
    const { refusal, governance } = await authorizeHandoff(scoped, message, { known, context, options, vouchedBy });
    const result = await change(tasksOf(message, known), (lookup) => {
      const planned = route(lookup, message, { ...context, ...given({ refusal }) });
      if (planned.result.outcome !== 'applied') return planned;
      return {
        ...planned,
        artifacts: [...(options.artifacts ?? []), ...(planned.artifacts ?? [])],
        events: [...(planned.events ?? []), ...warnings],
      };
    });
    return { ...result, ...given({ governance }) };
  });
}

const findImpostor = (message: ProtocolEnvelope, { printedBy }: RouteOptions): string | undefined =>
  printedBy === undefined || (message.fromAgent === printedBy.agent && message.runId === printedBy.runId)
    ? undefined
    : `it was printed by run ${printedBy.runId} of ${printedBy.agent}, which cannot speak for ${message.fromAgent}`;

/** A handoff is recorded and happens, or neither, if the store can do both at once; otherwise it is recorded first. */
async function inOneStep<P extends Pick<Platform, 'audit' | 'tasks'>, R>(
  platform: P,
  { type }: ProtocolEnvelope,
  options: RouteOptions,
  work: (platform: P, change: TaskStore['change']) => Promise<R>,
): Promise<R> {
  const store = await platform.tasks();
  if (type !== 'handoff.request' || options.dryRun === true || store.together === undefined)
    return await work(platform, changeOrPreview(store, options));
  return await store.together(async ({ change, audit }) => await work({ ...platform, audit }, change));
}

interface Asking {
  readonly known: TaskEntry | undefined;
  readonly context: RouteContext;
  readonly options: RouteOptions;
  readonly vouchedBy: SenderProof | 'signature' | undefined;
}

/**
 * A handoff that could happen is checked before it does. One that could not anyway (a duplicate, a sender who does not
 * hold the parent) is not submitted to governance: it would be recorded as accepted and then not happen.
 */
async function authorizeHandoff(
  platform: Omit<MessagePlatform, 'random'>,
  message: ProtocolEnvelope,
  asking: Asking,
): Promise<Passage> {
  if (message.type !== 'handoff.request') return {};
  const { known, context, options, vouchedBy } = asking;
  // Documents, governance and the audit log: reports and updates do not pay for them.
  const { passHandoff, recordRefusal } = await import('../../delegation/index.ts');
  const store = await platform.tasks();
  const preview = await store.preview(tasksOf(message, known), (lookup) => route(lookup, message, context));
  if (preview.outcome === 'applied') return await passHandoff(platform, message, { ...options, vouchedBy });
  if (preview.outcome === 'rejected' && options.dryRun !== true)
    await recordRefusal(platform, message, preview.reason ?? 'refused');
  return {};
}

/** A report may name files that are not there: that is worth a warning, and stops nothing. */
async function findMissingFiles(
  platform: Pick<Platform, 'tasks'>,
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
    if (!isThere) warnings.push(warning(message, `${ref} is not there`));
  }
  return warnings;
}

const warning = (message: ProtocolEnvelope, reason: string): EventDraft => ({
  type: 'protocol.message.warning',
  actor: message.fromAgent,
  taskId: message.taskId,
  payload: { reason },
});

interface GuardVerdict {
  /** Why the message must not pass; undefined if it may. */
  readonly refusal?: string;
  /** What was found and let through. */
  readonly warnings: readonly string[];
}

/** The settings that say what the guard looks for and what follows. */
type GuardRules = Pick<Settings, 'guard' | 'guardModel'>;

/** All of its payload, but for what this process made and scanned for it: a clean document, a governed handoff that was verified. */
function textsToJudge({ payload }: ProtocolEnvelope, { prepared }: RouteOptions): JsonObject {
  if (prepared === undefined || (prepared.document as unknown) !== payload['document']) return payload;
  const { document, governed, ...rest } = payload;
  const isScanned = prepared.isClean === true;
  return {
    ...rest,
    ...given({
      document: isScanned ? undefined : document,
      governed: prepared.ruling === undefined ? governed : undefined,
    }),
  };
}

/** Every text of a message or a report before another agent reads it. The model judges sentences, not single words. */
export function judgeTexts(scanner: Scanner, payload: JsonObject, { guard, guardModel }: GuardRules): GuardVerdict {
  const findings = textsOf(payload)
    .flatMap((text) => scanner.scan(text, { model: guardModel === 'on' && /\s/.test(text) }))
    .filter((finding) => isAtLeast(finding.severity, 'warning'));
  if (findings.length === 0) return { warnings: [] };
  const words = [...new Set(findings.map(describe))].slice(0, 5);
  const severe = findings.some(({ severity }) => severity === 'error');
  return guard !== 'warn' && severe
    ? { refusal: `the guard blocked it: ${words.join('; ')}`, warnings: [] }
    : { warnings: words };
}

const describe = ({ rule, kind, excerpt }: Finding): string => `${kind} ${rule}: ${excerpt}`;

/** A name of one plain word holds nothing to find. */
const PLAIN_NAME = /^[A-Za-z_]{1,32}$/;

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return value.length > 3 && !isGeneratedForm(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner: Json) => textsOf(inner));
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(PLAIN_NAME.test(name) ? [] : textsOf(name)),
    ...textsOf(inner),
  ]);
}
