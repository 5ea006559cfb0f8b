import { sha256Hex } from '../../kernel/hash.ts';
import { given } from '../../kernel/given.ts';
import { join } from 'node:path';
import type { AuditDraft, AuditEntry, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import { shellWord } from '../../kernel/text.ts';
import {
  blockedViolation,
  heldViolation,
  parseManifest,
  type Evidence,
  type Violation,
} from '../../protocols/governance/index.ts';
import { anchorAudit, type AnchorPlatform } from '../audit/index.ts';
import type { RegistryPlace } from './registry-place.ts';
import { findKeptLock, findKeptManifest, LOCKED } from './recorded-lock.ts';

/** What a verification found about agents whose prompt, or the hash claimed for it, is not the locked one. */
export interface Suspects {
  readonly blocks: readonly string[];
  readonly holds: readonly string[];
}

/** Agents that this document makes blocked or held: not those that were before. */
export const findNewlyRestricted = ({ blocks, holds }: Suspects, { flagged }: AuditFacts, scope: string): Suspects => ({
  blocks: blocks.filter((id) => !flagged.has(blockedFlag(id, scope))),
  holds: holds.filter((id) => !flagged.has(blockedFlag(id, scope)) && !flagged.has(heldFlag(id, scope))),
});

export const restrictionFlags = (ids: readonly string[], scope: string): string[] =>
  ids.flatMap((id) => [blockedFlag(id, scope), heldFlag(id, scope)]);

/** Why an agent cannot take part in this document; a held one can, if somebody vouches for the sender. */
export function findRestriction(
  { id, path, scope }: { readonly id: string; readonly path: string; readonly scope: string },
  { flagged }: AuditFacts,
  isVouched: boolean,
): Violation[] {
  if (flagged.has(blockedFlag(id, scope))) return [blockedViolation(id, path)];
  return flagged.has(heldFlag(id, scope)) && !isVouched ? [heldViolation(id, path)] : [];
}

export const findRestricted = (ids: readonly string[], { flagged }: AuditFacts, scope: string): string[] =>
  ids.filter((id) => flagged.has(blockedFlag(id, scope)) || flagged.has(heldFlag(id, scope)));

/** Where and how it was found. */
export interface Circumstances {
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly about: Pick<AuditDraft, 'handoffId' | 'traceId'>;
  readonly sender: string | undefined;
}

/** The entries that keep agents from taking part, until a person reconciles them. */
export function planRestrictions(
  { blocks, holds }: Suspects,
  { place, evidence, about, sender }: Circumstances,
): AuditDraft[] {
  const { name: registry, scope } = place;
  const lock = evidence.lockSha256 === undefined ? {} : { lock_sha256: evidence.lockSha256 };
  const claimed = sender === undefined ? {} : { claimed_by: sender };
  const plan = (id: string, kind: string, name: string, reason: string): AuditDraft => ({
    kind,
    ...about,
    flag: { name, up: true },
    body: { agent: id, reason, registry, ...lock, ...hashesOf(id, evidence), ...claimed },
  });
  return [
    ...blocks.map((id) => plan(id, 'agent.blocked', blockedFlag(id, scope), BLOCKED)),
    ...holds.map((id) => plan(id, 'agent.held', heldFlag(id, scope), HELD)),
  ];
}

const BLOCKED = 'its prompt, or the hash a vouched sender claimed for it, is not the locked one';
const HELD = 'a message that nobody vouched for claimed another hash for it';

function hashesOf(id: string, evidence: Evidence): { locked_hash?: string; found_hash?: string } {
  const prompt = evidence.prompts.get(id);
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(id)?.hash : undefined;
  return {
    ...given({ locked_hash: locked }),
    ...(prompt?.kind === 'found' ? { found_hash: prompt.value.sha256 } : {}),
  };
}

/** Prompts by the hash of their bytes, kept so that a person can be shown what changed. */
const keptPromptPath = (dataDir: string, hash: string): string => join(dataDir, 'governance', 'prompts', `${hash}.md`);

/** The copy of a prompt; undefined if it is gone or was changed: a person decides by what it says. */
export async function findKeptPrompt(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  hash: string,
): Promise<string | undefined> {
  const text = await files.findText(keptPromptPath(project.dataDir, hash));
  return text === undefined || sha256Hex(text) !== hash ? undefined : text;
}

export async function keepPrompts(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  ids: readonly string[],
  { prompts }: Evidence,
): Promise<void> {
  for (const id of ids) {
    const prompt = prompts.get(id);
    if (prompt?.kind !== 'found') continue;
    const path = keptPromptPath(project.dataDir, prompt.value.sha256);
    if ((await findKeptPrompt({ files, project }, prompt.value.sha256)) !== undefined) continue;
    await files.createFolder(join(path, '..'));
    await files.writeAtomic(path, prompt.value.text);
  }
}

/** After it is on record: people are told, and nobody can roll it back unseen. */
export async function raiseAlarm(
  platform: AnchorPlatform & Pick<Platform, 'notifier'>,
  { blocks, holds }: Suspects,
  auditRef: string | null,
): Promise<void> {
  const tell = (id: string, type: string, word: string): void =>
    platform.notifier.notify({
      type,
      channel: '#aof-alerts',
      text: `${id} is ${word}: run baton govern check, then baton govern reconcile ${shellWord(id)}`,
      payload: { agent: id, audit_ref: auditRef },
    });
  for (const id of blocks) tell(id, 'agent.blocked', 'blocked');
  for (const id of holds) tell(id, 'agent.held', 'held');
  await anchorAudit(platform, { force: blocks.length + holds.length > 0 });
}

/** Names under which the audit log keeps what governance must remember. */
export const blockedFlag = (agentId: string, scope: string): string => `blocked:${bind(agentId, scope)}`;

export const heldFlag = (agentId: string, scope: string): string => `held:${bind(agentId, scope)}`;

/** Agents of another root may have the same id. */
const bind = (agentId: string, scope: string): string => (scope === '' ? agentId : `${agentId}@${scope}`);

/** Ids are compared in lower case: two spellings of one UUID are one handoff. */
export const handoffClaim = (handoffId: string): string => `handoff:${handoffId.toLowerCase()}`;

export const responseClaim = (responseId: string): string => `response:${responseId.toLowerCase()}`;

/** A block or a hold as the log has it. */
export interface Restriction {
  /** The entry that raised the flag. */
  readonly entry: AuditEntry | undefined;
  /** Who could lift it by signature when it was made, by name; none if the registry was not locked here then. */
  readonly reviewers: ReadonlyMap<string, string>;
}

/** Read from the log: what a lock file or manifest in the tree says about reviewers can be written after the fact. */
export async function readRestriction(
  platform: Pick<Platform, 'audit' | 'files' | 'project'>,
  { name }: RegistryPlace,
  flag: string,
): Promise<Restriction> {
  let lock: string | undefined;
  let found: { readonly entry: AuditEntry; readonly lock: string | undefined } | undefined;
  for await (const entry of platform.audit.entries()) {
    if (entry.kind === LOCKED && entry.body['registry'] === name) lock = String(entry.body['lock_sha256']);
    if (entry.flag?.name === flag && entry.flag.up) found = { entry, lock };
  }
  return { entry: found?.entry, reviewers: await readReviewers(platform, found?.lock) };
}

async function readReviewers(
  platform: Pick<Platform, 'files' | 'project'>,
  sha256: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const lock = await findKeptLock(platform, sha256);
  const manifest = await findKeptManifest(platform, lock?.manifest?.hash);
  return manifest === undefined ? new Map() : parseManifest(manifest).reviewers;
}
