import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Tagged } from '../../kernel/hash.ts';
import {
  addClaim,
  decideEffective,
  decideExpiry,
  defaultTtl,
  dropClaim,
  EMPTY_TRUST,
  findClaim,
  findTtl,
  markExpired,
  parseClaims,
  parseTtl,
  refuteClaim,
  TRUST_FILE,
  verifyClaim,
} from '../../protocols/project/trust/index.ts';
import { draftTrust, vouch } from '../../protocols/project/edits/index.ts';
import type { HandoffLock } from '../../protocols/project/index.ts';
import { renderIsoDate, renderIsoSeconds } from '../../kernel/time.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { shellWord } from '../../kernel/text.ts';
import { withWriter } from './change/change-handoff.ts';
import { openDraft, writeDraft } from './change/write-draft.ts';
import { assertHandoffText } from './checks/content-faults.ts';
import { findFileText, getHandoff, type Handoff } from './folder/read-handoff.ts';
import { getSession, readCommit, shortCommit, type SessionRequest } from './folder/session.ts';
import { readTrustClock } from './folder/examine.ts';

/** An assertion of TRUST.md, and whether it still holds. */
export interface ClaimRow {
  readonly property: string;
  /** As written. */
  readonly status: string;
  /** As it counts now. */
  readonly effective: string;
  readonly expires: string | null;
  readonly expired: boolean;
  readonly ttl: string;
  readonly provenance: string;
  readonly evidence: string;
}

/** The assertions of TRUST.md, with whether each still holds. */
export async function listClaims(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly ClaimRow[]> {
  return describeClaims(platform, findFileText(await getHandoff(platform), TRUST_FILE) ?? '');
}

async function describeClaims(
  platform: Pick<Platform, 'clock' | 'project'>,
  text: string,
): Promise<readonly ClaimRow[]> {
  const claims = parseClaims(text);
  const clock = await readTrustClock(platform, claims);
  return claims.map((claim) => {
    const expiry = decideExpiry(claim);
    const effective = decideEffective(claim, clock);
    return {
      property: claim.property,
      status: claim.status,
      effective,
      expires:
        expiry.kind === 'at'
          ? renderTime(expiry.epochMs)
          : expiry.kind === 'commits'
            ? `${expiry.limit} commits`
            : null,
      expired: claim.status === 'verified' && effective !== 'verified',
      ttl: claim.ttl,
      provenance: claim.provenance,
      evidence: claim.evidence,
    };
  });
}

const renderTime = (epochMs: number): string =>
  epochMs % 86_400_000 === 0 ? renderIsoDate(epochMs) : renderIsoSeconds(epochMs);

/** A change to TRUST.md. */
export interface TrustRequest extends SessionRequest {
  readonly action: 'add' | 'verify' | 'drop';
  readonly property: string;
  readonly ttl?: string | undefined;
  /** Status of a claim that is added without a probe. */
  readonly status?: string | undefined;
  /** A command whose exit code decides. */
  readonly run?: string | undefined;
  readonly dryRun?: boolean;
}

/** What a change to TRUST.md did. */
export interface TrustResult {
  readonly claims: readonly ClaimRow[];
  readonly probe: Probe | null;
}

/** A command that tests an assertion. */
export interface Probe {
  readonly command: string;
  readonly exit: number | null;
  readonly output_hash: string;
  readonly commit: string;
}

type TrustPlatform = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
>;

const PROBE_LIMIT_MS = 30 * 60_000;

/** Adds, renews or drops a claim. A probe that ends with anything but 0 verifies nothing. */
export async function trust(platform: TrustPlatform, request: TrustRequest): Promise<TrustResult> {
  const property = request.property.replaceAll(/\s+/g, ' ').trim();
  if (property === '') throw new BatonError('INPUT_INVALID', 'a claim needs a property');
  const part = findPartName(property);
  if (part !== undefined && request.action === 'verify') return vouchForPart(platform, request, part);
  const ttl = request.ttl === undefined ? undefined : parseTtl(request.ttl);
  // The probe may take minutes: nobody else is kept waiting for it, and the session is checked before it starts.
  const before = await getHandoff(platform);
  await getSession(platform, before, request);
  assertKnown(before, request.action, property);
  const probe = request.run === undefined || request.dryRun === true ? null : await runProbe(platform, request.run);
  return withWriter(
    platform,
    'baton trust',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      const old = findFileText(handoff, TRUST_FILE) ?? EMPTY_TRUST;
      assertHandoffText(TRUST_FILE, old);
      const changed = await change(platform, old, { ...request, property, ttl }, lock, probe);
      const text = markExpired(changed, await readTrustClock(platform, parseClaims(changed)));
      await writeDraft(platform, handoff, lock, draftTrust(openDraft(handoff, lock), text), request);
      return { claims: await describeClaims(platform, text), probe };
    },
    request,
  );
}

/** `STATUS.md#summary` or `STATUS.md`: words of a handoff file rather than a claim of the register. */
function findPartName(property: string): { readonly file: string; readonly section: string | undefined } | undefined {
  const match = /^([\w.-]+\.md)(?:#(.+))?$/.exec(property);
  return match === null ? undefined : { file: match[1] ?? '', section: match[2] };
}

/** The session has checked these words: from now on they are Verified, and nothing beside them. */
async function vouchForPart(
  platform: TrustPlatform,
  request: TrustRequest,
  { file, section }: { readonly file: string; readonly section: string | undefined },
): Promise<TrustResult> {
  return withWriter(
    platform,
    'baton trust',
    async (handoff) => {
      const lock = await getSession(platform, handoff, request);
      if (findFileText(handoff, file) === undefined)
        throw new BatonError('FILE_NOT_FOUND', `there is no ${file} in .ai/handoff`, { file });
      await writeDraft(platform, handoff, lock, vouch(openDraft(handoff, lock), file, section), request);
      return { claims: await describeClaims(platform, findFileText(handoff, TRUST_FILE) ?? ''), probe: null };
    },
    request,
  );
}

function assertKnown(handoff: Handoff, action: TrustRequest['action'], property: string): void {
  const isKnown = findClaim(findFileText(handoff, TRUST_FILE) ?? '', property) !== undefined;
  if (action !== 'add' && !isKnown) {
    throw new BatonError('CLAIM_NOT_FOUND', `there is no claim "${property}" in ${TRUST_FILE}`, { property });
  }
  if (action === 'add' && isKnown)
    throw new BatonError('CLAIM_EXISTS', `"${property}" is in ${TRUST_FILE} already`, {
      property,
      hint: `run baton trust verify ${shellWord(property)} to renew it`,
    });
}

async function change(
  platform: Pick<Platform, 'clock' | 'project'>,
  text: string,
  request: TrustRequest,
  lock: HandoffLock,
  probe: Probe | null,
): Promise<string> {
  const { action, property } = request;
  if (action === 'drop') return dropClaim(text, property);
  const evidence = probe === null ? undefined : renderEvidence(probe);
  const old = findClaim(text, property);
  // Nobody knows how a probe ends that was not run.
  const isOpen = request.run !== undefined && probe === null;
  if (isOpen && action === 'verify') return text;
  const failed = probe !== null && probe.exit !== 0;
  const provenance = `${lock.agent} ${lock.session_id ?? ''} ${shortCommit(await readCommit(platform))}`.replaceAll(
    /\s+/g,
    ' ',
  );
  if (failed && action === 'verify') return refuteClaim(text, property, { provenance, evidence });
  const verification = {
    status: failed
      ? 'refuted'
      : isOpen
        ? 'assumed'
        : probe !== null || action === 'verify'
          ? 'verified'
          : (request.status ?? 'assumed'),
    verifiedMs: platform.clock.now(),
    ttl: request.ttl ?? findTtl(old?.ttl ?? '') ?? defaultTtl(property),
    provenance,
    evidence,
  };
  return action === 'add' ? addClaim(text, property, verification) : verifyClaim(text, property, verification);
}

const renderEvidence = ({ command, exit, output_hash, commit }: Probe): string =>
  `\`${command.replaceAll('`', "'")}\` exit ${exit ?? 'none'}, output ${output_hash.slice(0, 23)}, at ${commit}`;

async function runProbe(platform: Pick<Platform, 'processes' | 'project'>, command: string): Promise<Probe> {
  const result = await platform.processes.run({
    command,
    args: [],
    shell: true,
    cwd: platform.project.root,
    timeoutMs: PROBE_LIMIT_MS,
  });
  return {
    command,
    exit: result.code,
    output_hash: sha256Tagged(Buffer.concat([result.stdout, result.stderr])),
    commit: shortCommit(await readCommit(platform)),
  };
}
