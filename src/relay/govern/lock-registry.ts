import { basename, relative } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  listAgents,
  MAX_REGISTRY_BYTES,
  parseBoundaryData,
  renderLock,
  type Evidence,
  type Lock,
  type LockEntry,
} from '../../protocols/governance/index.ts';
import { renderDiff } from '../../protocols/project/merge/index.ts';
import {
  anchorAudit,
  assertNoOtherLog,
  assertNoRun,
  assertPersonNote,
  type AnchorPlatform,
  type PersonNote,
} from '../audit/index.ts';
import { hideDataDir } from '../settings/index.ts';
import { getRegistry, readEvidence, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import {
  findKeptManifest,
  keepCopy,
  layOut,
  lockedFlag,
  LOCKS_COUNT,
  planLocked,
  readRecordedLocks,
  takenFlag,
  toLockedPrompts,
  versionKey,
} from './recorded-lock.ts';
import { findKeptPrompt, keepPrompts } from './restrict-agents.ts';

export type LockPlatform = AnchorPlatform & Pick<Platform, 'notifier'>;

export type LockRequest = RegistryOptions & PersonNote & { readonly dryRun?: boolean };

export interface LockOutcome {
  readonly lock: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly locked: number;
  /** The lock file on disk is not the one that was locked here last: something else wrote or removed it. */
  readonly lock_replaced: boolean;
  /** The manifest or boundaries.json is not the one that was locked. */
  readonly manifest_changed: boolean;
  readonly boundaries_changed: boolean;
  /** Lines of each changed prompt, if the one before is still known. */
  readonly differences: readonly { readonly agent: string; readonly diff: readonly string[] }[];
  /** Lines of the changed manifest, if the one before is still known. */
  readonly manifest_diff: readonly string[];
  readonly audit_ref: string | null;
}

interface LockPlan {
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly text: string;
  readonly manifestText: string;
  /** Lock files that were locked here before. */
  readonly recorded: readonly string[];
  /** Versions that were never locked here. */
  readonly prompts: readonly JsonObject[];
  readonly outcome: LockOutcome;
}

type PlanPlatform = Pick<Platform, 'audit' | 'files' | 'project'>;

/**
 * Locks the registry as it is now: manifest, prompts and boundaries. A person answers for it, and the audit log has it
 * before the file does. Fails if a prompt cannot be read, or was changed under an unchanged version.
 */
export async function lockRegistry(platform: LockPlatform, request: LockRequest): Promise<LockOutcome> {
  assertPersonNote(request);
  assertNoRun(platform, 'lock a registry');
  await assertNoOtherLog(platform);
  const plan = await planLock(platform, request);
  if (request.dryRun === true) return plan.outcome;
  return await applyLock(platform, request, plan);
}

/** What locking would change; for a person to see before it is done. */
export async function previewLock(platform: PlanPlatform, options: RegistryOptions = {}): Promise<LockOutcome> {
  return (await planLock(platform, options)).outcome;
}

/** Compared with what was locked here last: the lock file on disk can be written by anyone who can write the prompts. */
async function planLock(platform: PlanPlatform, options: RegistryOptions): Promise<LockPlan> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  const recorded = await readRecordedLocks(platform, place.name);
  const before = recorded.last ?? (evidence.lock.kind === 'found' ? evidence.lock.value : undefined);
  const manifestText = await platform.files.readText(place.manifest, { maxBytes: MAX_REGISTRY_BYTES });
  const prompts = toEntries(evidence);
  assertVersionsRaised(before, recorded.versions, prompts);
  const manifest = { file: basename(place.manifest), hash: evidence.manifest.value.hash };
  const boundaries = await readBoundaryHash(platform, place);
  const draft = { version: evidence.manifest.value.version, prompts, manifest, ...(boundaries && { boundaries }) };
  const known = before?.prompts ?? new Map<string, LockEntry>();
  const changed = [...prompts].filter(([id, { hash }]) => known.has(id) && known.get(id)?.hash !== hash);
  const outcome: LockOutcome = {
    lock: relative(place.root, place.lock),
    added: [...prompts.keys()].filter((id) => !known.has(id)),
    changed: changed.map(([id]) => id),
    removed: [...known.keys()].filter((id) => !prompts.has(id)),
    locked: prompts.size,
    lock_replaced: recorded.hashes.length > 0 && evidence.lockSha256 !== recorded.hashes.at(-1),
    manifest_changed: before?.manifest?.hash !== manifest.hash,
    boundaries_changed: before?.boundaries?.hash !== boundaries?.hash,
    differences: await readDifferences(
      platform,
      evidence,
      changed.map(([id]) => [id, known.get(id)?.hash ?? '']),
    ),
    manifest_diff: diffManifest(await findKeptManifest(platform, before?.manifest?.hash), manifestText),
    audit_ref: null,
  };
  const text = renderLock(draft, await readRaw(platform, place));
  const fresh = [...prompts].filter(([id, { version }]) => !recorded.versions.has(versionKey(id, version)));
  const plan = { place, evidence, text, manifestText, recorded: recorded.hashes, outcome };
  return { ...plan, prompts: toLockedPrompts(fresh) };
}

function diffManifest(before: string | undefined, now: string): string[] {
  if (before === undefined) return [];
  const lines = layOut(now);
  return before === lines ? [] : renderDiff(before, lines);
}

function toEntries(evidence: Evidence): Map<string, LockEntry> {
  const prompts = new Map<string, LockEntry>();
  for (const { id, file, type, version } of listAgents(evidence)) {
    const prompt = evidence.prompts.get(id);
    if (prompt?.kind !== 'found') throw new BatonError('REGISTRY_INVALID', `${id}: ${prompt?.reason ?? 'no prompt'}`);
    prompts.set(id, { file, hash: prompt.value.sha256, type, version });
  }
  return prompts;
}

/** One version has one text: anyone who names a version must know which prompt that was. */
function assertVersionsRaised(
  before: Lock | undefined,
  versions: ReadonlyMap<string, string>,
  prompts: ReadonlyMap<string, LockEntry>,
): void {
  const same = [...prompts].filter(([id, { hash, version }]) => {
    const last = before?.prompts.get(id);
    const known = versions.get(versionKey(id, version)) ?? (last?.version === version ? last.hash : undefined);
    return known !== undefined && known !== hash;
  });
  const [first] = same;
  if (first === undefined) return;
  const agents = same.map(([id]) => id);
  const message = `the prompt of ${agents.join(', ')} was changed, but version ${first[1].version} was locked for another text`;
  throw new BatonError('PROMPT_VERSION_UNCHANGED', message, { agents });
}

async function readDifferences(
  platform: Pick<Platform, 'files' | 'project'>,
  { prompts }: Evidence,
  changed: readonly (readonly [string, string])[],
): Promise<LockOutcome['differences']> {
  const found: { agent: string; diff: string[] }[] = [];
  for (const [agent, hash] of changed) {
    const before = await findKeptPrompt(platform, hash);
    const now = prompts.get(agent);
    if (before !== undefined && now?.kind === 'found') found.push({ agent, diff: renderDiff(before, now.value.text) });
  }
  return found;
}

async function readRaw({ files }: Pick<Platform, 'files'>, place: RegistryPlace): Promise<JsonObject> {
  const text = await files.findText(place.lock);
  if (text === undefined) return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

async function readBoundaryHash(
  platform: Pick<Platform, 'files'>,
  place: RegistryPlace,
): Promise<{ file: string; hash: string } | undefined> {
  const text = await platform.files.findText(place.boundaries);
  if (text === undefined) return undefined;
  parseBoundaryData(text);
  return { file: basename(place.boundaries), hash: sha256Hex(text) };
}

async function applyLock(platform: LockPlatform, { by, reason }: PersonNote, plan: LockPlan): Promise<LockOutcome> {
  const { place, evidence, text, outcome } = plan;
  await hideDataDir(platform);
  const sha256 = sha256Hex(text);
  await keepPrompts(
    platform,
    listAgents(evidence).map(({ id }) => id),
    evidence,
  );
  await keepCopy(platform, 'locks', sha256, text);
  if (evidence.manifest.kind === 'found')
    await keepCopy(platform, 'manifests', evidence.manifest.value.hash, plan.manifestText);
  const { added, changed, removed, lock_replaced, manifest_changed, boundaries_changed } = outcome;
  const body = {
    by,
    reason,
    added,
    changed,
    removed,
    lock_replaced,
    manifest_changed,
    boundaries_changed,
    prompts: plan.prompts,
  };
  const known = [...new Set(plan.recorded)].map((hash) => lockedFlag(place.name, hash));
  const [receipt] = await platform.audit.decide({ flags: [LOCKS_COUNT, takenFlag(place.name), ...known] }, (facts) =>
    planLocked(place.name, sha256, body, facts),
  );
  await platform.files.writeAtomic(place.lock, text);
  await anchorAudit(platform, { force: true });
  return { ...outcome, audit_ref: receipt?.ref ?? null };
}
