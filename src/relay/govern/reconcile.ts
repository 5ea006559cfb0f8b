import { isSigned } from '../../kernel/audit/index.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { equalHex } from '../../kernel/hash.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findAgent, findRegistryFault, type Evidence } from '../../protocols/governance/index.ts';
import { renderDiff } from '../../protocols/project/merge/index.ts';
import { anchorAudit, assertNoRun, assertPersonNote, type AnchorPlatform, type PersonNote } from '../audit/index.ts';
import {
  blockedFlag,
  findKeptPrompt,
  heldFlag,
  readRestriction,
  restrictionFlags,
  type Restriction,
} from './restrict-agents.ts';
import { getRegistry, readEvidence, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import { findUnrecordedLock, LOCK_REMEDY, lockFlags } from './recorded-lock.ts';

export interface ReconcileRequest extends PersonNote {
  readonly agent: string;
  readonly registry?: RegistryOptions;
  /** How it is known that a person does this. */
  readonly person: PersonProof;
  readonly dryRun?: boolean;
}

export type PersonProof =
  /** Asked on a terminal, with what changed; true for the agent's id, typed. */
  | { readonly kind: 'confirmation'; confirm(preview: ReconcilePreview): Promise<boolean> }
  /** Base64url, over the statement, by a key of `governance.reviewers` in the manifest that was locked at that time. */
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'none' };

/** What a person should see before lifting a block. */
export interface ReconcilePreview {
  readonly agent: string;
  readonly state: 'blocked' | 'held';
  /** Since when, and why. */
  readonly since: string;
  readonly why: string;
  /** From the prompt that was locked then to the one that was found, and to the one that is there now. */
  readonly found: readonly string[];
  readonly now: readonly string[];
  /** `lost` if a copy of the prompts of then is gone or was changed: what changed cannot be shown. */
  readonly copies: 'complete' | 'lost';
  /** What a reviewer signs. */
  readonly statement: string;
}

export interface ReconcileOutcome {
  readonly agent: string;
  readonly reconciled: boolean;
  readonly was_blocked: boolean;
  readonly was_held: boolean;
  /** Why not, in words. */
  readonly refusal: string | null;
  /** The text to sign, if a signature is missing. */
  readonly statement: string | null;
  readonly audit_ref: string | null;
}

/** Lifts a block or a hold, if the prompt on disk is the locked one. A person answers for it. */
export async function reconcileAgent(platform: AnchorPlatform, request: ReconcileRequest): Promise<ReconcileOutcome> {
  const { agent } = request;
  assertPersonNote(request);
  assertNoRun(platform, 'reconcile an agent');
  const place = await getRegistry(platform, request.registry);
  const evidence = await readEvidence(platform.files, place, [agent]);
  const { name, scope } = place;
  const facts = await platform.audit.ask({
    flags: [...restrictionFlags([agent], scope), ...lockFlags(name, evidence.lockSha256)],
  });
  const [blocked, held] = [blockedFlag(agent, scope), heldFlag(agent, scope)];
  const [isBlocked, isHeld] = [facts.flagged.has(blocked), facts.flagged.has(held)];
  const answer = {
    agent,
    reconciled: false,
    was_blocked: isBlocked,
    was_held: isHeld,
    statement: null,
    audit_ref: null,
  };
  if (!isBlocked && !isHeld) {
    if (findAgent(evidence, agent) === undefined) throw unknownAgent(agent);
    return { ...answer, refusal: `${agent} is neither blocked nor held` };
  }
  // Reviewers are listed in the manifest: one that nobody locked could list anybody.
  const fault = findDisagreement(evidence, agent) ?? findRegistryFault(evidence);
  if (fault !== undefined) return { ...answer, refusal: fault };
  const unrecorded = findUnrecordedLock(name, evidence.lockSha256, facts);
  if (unrecorded !== undefined) return { ...answer, refusal: `${unrecorded.message}. ${LOCK_REMEDY}` };
  const restriction = await readRestriction(platform, place, isBlocked ? blocked : held);
  const preview = await readPreview(platform, evidence, request, restriction, isBlocked ? 'blocked' : 'held');
  const reviewer = await findPerson(request.person, preview, evidence, restriction);
  if (reviewer === undefined) return { ...answer, refusal: NO_PERSON, statement: preview.statement };
  if (request.dryRun === true) return { ...answer, reconciled: true, refusal: null };
  const ref = await record(platform, place, request, reviewer, preview);
  await anchorAudit(platform, { force: true });
  return { ...answer, reconciled: true, refusal: null, audit_ref: ref };
}

const unknownAgent = (agent: string): BatonError =>
  new BatonError('AGENT_NOT_FOUND', `the registry has no agent ${agent}`, {
    hint: 'run baton govern graph for the list of agents',
  });

const NO_PERSON =
  'a person has to confirm this: run it on a terminal and type the id of the agent, or give the signature of a reviewer who was listed when it happened';

async function record(
  platform: Pick<Platform, 'audit'>,
  { scope }: RegistryPlace,
  { agent, by, reason }: ReconcileRequest,
  reviewer: Reviewer,
  { statement }: ReconcilePreview,
): Promise<string | null> {
  const body = {
    agent,
    by,
    reason,
    confirmed: reviewer.how,
    ...(reviewer.how === 'signature' ? { ...reviewer, statement } : {}),
  };
  const flags = restrictionFlags([agent], scope);
  const receipts = await platform.audit.decide({ flags }, ({ flagged }) =>
    flags
      .filter((name) => flagged.has(name))
      .map((name) => ({ kind: 'agent.reconciled', flag: { name, up: false }, body })),
  );
  return receipts[0]?.ref ?? null;
}

type Reviewer =
  | { readonly how: 'typed' }
  | { readonly how: 'signature'; readonly reviewer: string; readonly signature: string };

async function findPerson(
  person: PersonProof,
  preview: ReconcilePreview,
  { manifest }: Evidence,
  { reviewers }: Restriction,
): Promise<Reviewer | undefined> {
  if (person.kind === 'confirmation') return (await person.confirm(preview)) ? { how: 'typed' } : undefined;
  if (person.kind === 'none' || manifest.kind === 'fault') return undefined;
  const { signature } = person;
  // Listed then and still listed: nobody lets in a reviewer for a block that is there already.
  const found = [...manifest.value.reviewers].find(
    ([name, key]) => reviewers.get(name) === key && isSigned('baton-review/1', preview.statement, key, signature),
  );
  return found === undefined ? undefined : { how: 'signature', reviewer: found[0], signature };
}

async function readPreview(
  platform: Pick<Platform, 'files' | 'project'>,
  evidence: Evidence,
  { agent, by, reason }: ReconcileRequest,
  { entry }: Restriction,
  state: ReconcilePreview['state'],
): Promise<ReconcilePreview> {
  const prompt = evidence.prompts.get(agent);
  const now = prompt?.kind === 'found' ? prompt.value : undefined;
  const { locked_hash, found_hash } = entry?.body ?? {};
  const keptOf = async (hash: unknown): Promise<string | undefined> =>
    typeof hash !== 'string' ? undefined : hash === now?.sha256 ? now.text : await findKeptPrompt(platform, hash);
  const [before, found] = [await keptOf(locked_hash), await keptOf(found_hash)];
  const hasFound = typeof found_hash === 'string';
  const about = { act: 'reconcile', agent, by, reason, block: entry?.hash ?? '', prompt_hash: now?.sha256 ?? '' };
  return {
    agent,
    state,
    since: entry?.at ?? '',
    why: String(entry?.body['reason'] ?? ''),
    found: diff(before, found),
    now: diff(before, now?.text),
    copies: before === undefined || (hasFound && found === undefined) ? 'lost' : 'complete',
    statement: canonicalJson(about),
  };
}

const diff = (from: string | undefined, to: string | undefined): string[] =>
  from === undefined || to === undefined || from === to ? [] : renderDiff(from, to);

function findDisagreement({ lock, prompts }: Evidence, agent: string): string | undefined {
  if (lock.kind === 'fault') return lock.reason;
  const locked = lock.value.prompts.get(agent);
  if (locked === undefined) return `the lock file has no entry for ${agent}`;
  const prompt = prompts.get(agent);
  if (prompt?.kind !== 'found') return prompt?.reason ?? `the prompt of ${agent} was not found`;
  if (equalHex(prompt.value.sha256, locked.hash)) return undefined;
  return `${locked.file} is still not the locked prompt: restore it, or review it, raise its version and run baton govern lock`;
}
