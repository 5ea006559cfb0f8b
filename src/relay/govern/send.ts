import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { verifyHandoff, type TimeWindow } from '../../protocols/governance/index.ts';
import { carryOut } from './carry-out.ts';
import { gatherHandoff, type Gathered, type GatherRequest, type Refused } from './gather.ts';
import type { GovernOutcome } from './outcome.ts';
import { previewOutcome, recordRuling } from './record.ts';
import type { ExecuteTarget, GovernPlatform, Ruling, SendOutcome } from './ruling.ts';
import { suggestTarget } from './suggest-target.ts';

export interface SendRequest extends GatherRequest {
  /** The agent this comes from, if the caller has made sure of it by a signature or the secret of its run. */
  readonly sender?: string;
  /** How: `run secret`, `signature`, or the operator who answers for it. Recorded. */
  readonly vouchedBy?: string;
  readonly window?: TimeWindow;
}

/**
 * The one way a governed handoff takes: gather, plan, check, apply. The target is reached only after the entry that
 * accepts the handoff is durable; everything that prevents that entry is a reason to refuse.
 */
export async function sendGovernedHandoff(
  platform: GovernPlatform,
  request: SendRequest,
  execute?: ExecuteTarget,
): Promise<SendOutcome> {
  const ruled = await ruleOnHandoff(platform, request);
  if (ruled.kind === 'refused') return ruled.outcome;
  const { ruling } = ruled;
  const outcome = await settleRuling(platform, ruling, request);
  if (request.dryRun === true || !outcome.accepted || execute === undefined) return outcome;
  return await carryOut(platform, { ruling, outcome, execute });
}

/** A handoff that was verified. */
export interface Ruled {
  readonly kind: 'ruled';
  readonly ruling: Ruling;
}

/** Gather and plan: everything but what the log has to say. */
export async function ruleOnHandoff(platform: GovernPlatform, request: SendRequest): Promise<Ruled | Refused> {
  const policy = getPolicy(platform);
  const gathered = await gatherHandoff(platform, request);
  if (gathered.kind === 'refused') return gathered;
  return { kind: 'ruled', ruling: await planRuling(platform, gathered, request, policy) };
}

/** Check against the log and apply: the entry, or in a dry run what it would say. */
export const settleRuling = async (
  platform: GovernPlatform,
  ruling: Ruling,
  { dryRun }: { readonly dryRun?: boolean },
): Promise<GovernOutcome> =>
  dryRun === true ? await previewOutcome(platform, ruling) : await recordRuling(platform, ruling);

export function getPolicy(platform: Pick<Platform, 'project'>): 'required' | 'advisory' {
  const { governance } = platform.project.settings.values;
  if (governance !== 'off') return governance ?? 'required';
  throw new BatonError('GOVERNANCE_OFF', 'governed handoffs are switched off here');
}

/** What the registry says about the document; whether the log has something against it is asked when it is recorded. */
async function planRuling(
  platform: GovernPlatform,
  { file, place, evidence, origin, source, target }: Gathered,
  request: SendRequest,
  policy: Ruling['policy'],
): Promise<Ruling> {
  const judgement = verifyHandoff(file.document, evidence, {
    nowMs: platform.clock.now(),
    policy,
    content: file.content,
    ...given({ window: request.window, sender: request.sender, origin }),
  });
  // Another target would be refused as well, as long as nobody knows where the route began.
  const isLost = origin?.kind === 'unknown';
  const suggested = isLost ? null : await suggestTarget(platform, place, file.document, judgement.errors);
  const named = [source, target].filter((id) => id !== undefined);
  const { sender, vouchedBy } = request;
  return { file, place, evidence, judgement, source, target, named, origin, suggested, policy, sender, vouchedBy };
}
