import type { AuditDraft, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import { listAgents, MAX_REGISTRY_BYTES, type Evidence } from '../../protocols/governance/index.ts';
import { readEvidence } from './read-evidence.ts';
import { findLockState, keepCopy, lockedFlag, takenFlag, TAKEN, toLockedPrompts } from './recorded-lock.ts';
import type { RegistryPlace } from './registry-place.ts';
import { keepPrompts } from './restrict-agents.ts';

/**
 * Trust on first use: on a machine that has locked nothing the lock file of the first accepted handoff is binding for
 * its registry, until a person locks. What a later pull brings is refused.
 */
export function planTaken({ name }: RegistryPlace, { lock, lockSha256 }: Evidence, facts: AuditFacts): AuditDraft[] {
  if (lockSha256 === undefined || lock.kind === 'fault') return [];
  if (findLockState(name, lockSha256, facts) !== 'nothing is locked here') return [];
  const body = { registry: name, lock_sha256: lockSha256 };
  const prompts = toLockedPrompts(lock.value.prompts);
  return [
    { kind: TAKEN, flag: { name: lockedFlag(name, lockSha256), up: true }, body: { ...body, prompts } },
    { kind: TAKEN, flag: { name: takenFlag(name), up: true }, body },
  ];
}

/** Copies of what was taken, so that the next person who locks can be shown what changed since; and says so, once. */
export async function keepTaken(
  platform: Pick<Platform, 'files' | 'project' | 'remark'>,
  place: RegistryPlace,
  lockSha256: string,
): Promise<void> {
  const evidence = await readEvidence(platform.files, place, 'all');
  const agents = listAgents(evidence).map(({ id }) => id);
  await keepPrompts(platform, agents, evidence);
  for (const [kind, path, hash] of [
    ['locks', place.lock, lockSha256],
    ['manifests', place.manifest, evidence.manifest.kind === 'found' ? evidence.manifest.value.hash : undefined],
  ] as const) {
    const text = await platform.files.findText(path, { maxBytes: MAX_REGISTRY_BYTES });
    // A copy is compared with its name when it is read: one that changed in between does not count.
    if (text !== undefined && hash !== undefined) await keepCopy(platform, kind, hash, text);
  }
  platform.remark(
    `nobody has locked this registry here: its ${agents.length} agents are taken as they are now (lock file ${lockSha256.slice(0, SHOWN_DIGITS)}…), and a change is refused until a person runs baton govern lock --by PERSON --reason TEXT`,
  );
}

const SHOWN_DIGITS = 12;
