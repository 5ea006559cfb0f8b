import { basename, relative } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  listAgents,
  parseBoundaryData,
  renderLock,
  type Evidence,
  type Lock,
  type LockEntry,
} from '../../protocols/governance/index.ts';
import { renderDiff } from '../../protocols/project/index.ts';
import { anchorAudit, assertPersonNote, type AnchorPlatform, type PersonNote } from '../audit/index.ts';
import { readEvidence } from './read-evidence.ts';
import { getRegistry, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import { keepPrompts, keptPromptPath } from './restrict-agents.ts';

export type LockPlatform = AnchorPlatform & Pick<Platform, 'notifier'>;

/** Up for the lock file of this hash, which somebody locked here. */
export const LOCKED_FLAG = 'locked:';

export type LockRequest = RegistryOptions & PersonNote & { readonly dryRun?: boolean };

export interface LockOutcome {
  readonly lock: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly locked: number;
  /** The manifest or boundaries.json is not the one that was locked. */
  readonly manifest_changed: boolean;
  readonly boundaries_changed: boolean;
  /** Lines of each changed prompt, if the one before is still known. */
  readonly differences: readonly { readonly agent: string; readonly diff: readonly string[] }[];
  readonly audit_ref: string | null;
}

interface LockPlan {
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly text: string;
  readonly outcome: LockOutcome;
}

/**
 * Locks the registry as it is now: manifest, prompts and boundaries. A person answers for it, and the audit log has it
 * before the file does. Fails if a prompt cannot be read, or was changed under an unchanged version.
 */
export async function lockRegistry(platform: LockPlatform, request: LockRequest): Promise<LockOutcome> {
  assertPersonNote(request);
  const plan = await planLock(platform, request);
  if (request.dryRun === true) return plan.outcome;
  return await applyLock(platform, request, plan);
}

/** What locking would change; for a person to see before it is done. */
export async function previewLock(
  platform: Pick<Platform, 'files' | 'project'>,
  options: RegistryOptions = {},
): Promise<LockOutcome> {
  return (await planLock(platform, options)).outcome;
}

async function planLock(platform: Pick<Platform, 'files' | 'project'>, options: RegistryOptions): Promise<LockPlan> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  const before = evidence.lock.kind === 'found' ? evidence.lock.value : undefined;
  const prompts = toEntries(evidence);
  assertVersionsRaised(before, prompts);
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
    manifest_changed: before?.manifest?.hash !== manifest.hash,
    boundaries_changed: before?.boundaries?.hash !== boundaries?.hash,
    differences: await readDifferences(
      platform,
      evidence,
      changed.map(([id]) => [id, known.get(id)?.hash ?? '']),
    ),
    audit_ref: null,
  };
  return { place, evidence, text: renderLock(draft, await readRaw(platform, place)), outcome };
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
function assertVersionsRaised(before: Lock | undefined, prompts: ReadonlyMap<string, LockEntry>): void {
  const same = [...prompts].filter(([id, { hash, version }]) => {
    const known = before?.prompts.get(id);
    return known !== undefined && known.hash !== hash && known.version === version;
  });
  const [first] = same;
  if (first === undefined) return;
  const agents = same.map(([id]) => id);
  const message = `the prompt of ${agents.join(', ')} was changed, but the version is still ${first[1].version}`;
  throw new BatonError('PROMPT_VERSION_UNCHANGED', message, { agents });
}

async function readDifferences(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  { prompts }: Evidence,
  changed: readonly (readonly [string, string])[],
): Promise<LockOutcome['differences']> {
  const found: { agent: string; diff: string[] }[] = [];
  for (const [agent, hash] of changed) {
    const before = await files.findText(keptPromptPath(project.dataDir, hash));
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
  const { added, changed, removed, manifest_changed, boundaries_changed } = outcome;
  const sha256 = sha256Hex(text);
  await keepPrompts(
    platform,
    listAgents(evidence).map(({ id }) => id),
    evidence,
  );
  const [receipt] = await platform.audit.append([
    {
      kind: 'registry.locked',
      flag: { name: LOCKED_FLAG + sha256, up: true },
      body: { by, reason, lock_sha256: sha256, added, changed, removed, manifest_changed, boundaries_changed },
    },
  ]);
  await platform.files.writeAtomic(place.lock, text);
  await anchorAudit(platform, { force: true });
  return { ...outcome, audit_ref: receipt?.ref ?? null };
}
