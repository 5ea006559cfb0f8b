import { findIsoTime } from '../../kernel/index.ts';
import {
  decideLabel,
  decideMode,
  describeHolder,
  findCorruption,
  hasOpenActions,
  hasSubstance,
  isExpired,
  isFresh,
  MANIFEST_FILE,
  parseClaims,
  planReading,
  TRUST_FILE,
  type Corruption,
  type HealthFacts,
  type HandoffLock,
  type LockState,
  type Manifest,
  type Mode,
  type TrustLabel,
  type WorkKind,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { findCleanHandoff } from './handoff-at.ts';
import { readTexts, type Handoff } from './read-handoff.ts';
import { isHolder, readLockState, type SessionRequest } from './session.ts';
import { readTrustClock } from './trust-clock.ts';

export interface Examination {
  readonly facts: HealthFacts;
  readonly mode: Mode;
  readonly lock: LockState;
  /** What the files are held against. */
  readonly manifest: Manifest | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly corrupt: ReadonlyMap<string, Corruption>;
  labelOf(name: string): TrustLabel;
}

/** Everything the health check asks about, found out once. */
export async function examine(
  platform: Platform,
  handoff: Handoff,
  request: SessionRequest & { readonly kind: WorkKind },
): Promise<Examination> {
  const lock = await readLockState(platform, handoff);
  const texts = readTexts(handoff);
  const own = lock.kind !== 'free' && (await isHolder(platform, lock.lock, request));
  const manifest = lock.kind === 'left' && !own ? await findVouching(platform, handoff, lock.lock) : handoff.manifest;
  const corrupt = findCorruptFiles(handoff, manifest);
  const names = [...handoff.files.keys()];
  const listed = manifest?.files ?? {};
  const changed = names.filter(
    (name) => manifest !== undefined && listed[name]?.checksum !== handoff.files.get(name)?.checksum,
  );
  const facts: HealthFacts = {
    folderExists: true,
    hasFiles: names.length > 0,
    manifest: handoff.manifest !== undefined ? 'ok' : handoff.manifestText === undefined ? 'missing' : 'invalid',
    manifestFault: handoff.manifestFault?.message,
    lock: lock.kind === 'free' ? 'free' : own ? 'own' : lock.kind,
    holder: lock.kind === 'free' ? undefined : describeHolder(lock.lock, platform.clock.now()),
    // Changes of an open session are what it is there for.
    changed: own ? [] : changed.filter((name) => !corrupt.has(name)),
    missing: Object.keys(listed).filter((name) => !handoff.files.has(name)),
    expired: await findExpired(platform, texts.get(TRUST_FILE) ?? ''),
    corrupt: own ? [] : [...corrupt].map(([name, { message }]) => ({ name, message })),
    hasContext: (manifest?.quick_context ?? '') !== '',
    reading: planReading(handoff.manifest === undefined ? 'first' : request.kind, names),
    nothingToDo: !isFresh(texts) && hasNothingToDo(texts, corrupt),
  };
  const mode = decideMode(facts);
  const labelOf = (name: string): TrustLabel =>
    name === MANIFEST_FILE
      ? decideManifestLabel(mode, handoff)
      : decideLabel({
          mode,
          isListed: listed[name] !== undefined,
          matches: listed[name]?.checksum === handoff.files.get(name)?.checksum,
          recorded: listed[name]?.trust,
        });
  return { facts, mode, lock, manifest, texts, corrupt, labelOf };
}

/**
 * A session that did not close may have made a manifest of its own, which vouches for its half-done files: only the
 * last clean commit's counts, or, where there is none, one from before the session.
 */
async function findVouching(platform: Platform, handoff: Handoff, lock: HandoffLock): Promise<Manifest | undefined> {
  const clean = await findCleanHandoff(platform, handoff.folder);
  if (clean !== undefined) return clean.manifest;
  const made = findIsoTime(handoff.manifest?.last_session.timestamp ?? '')?.epochMs;
  const began = findIsoTime(lock.started)?.epochMs;
  return made !== undefined && began !== undefined && made < began ? handoff.manifest : undefined;
}

function decideManifestLabel(mode: Mode, { manifest }: Handoff): TrustLabel {
  if (mode === 'recovery') return 'Unknown';
  return manifest === undefined ? 'Assumed' : 'Verified';
}

/** A file that is damaged where the manifest still knows it whole, or that nobody can read. */
function findCorruptFiles(handoff: Handoff, manifest: Manifest | undefined): Map<string, Corruption> {
  const found = new Map<string, Corruption>();
  for (const { name, text, checksum } of handoff.files.values()) {
    if (!name.endsWith('.md') || manifest?.files[name]?.checksum === checksum) continue;
    const fault =
      text === undefined
        ? { kind: 'not-text' as const, line: 1, message: `${name} is not UTF-8 text` }
        : findCorruption(name, text, manifest?.files[name]?.lines);
    if (fault !== undefined) found.set(name, fault);
  }
  return found;
}

async function findExpired(platform: Platform, trust: string): Promise<string[]> {
  const claims = parseClaims(trust);
  const clock = await readTrustClock(platform, claims);
  return claims
    .filter((claim) => claim.status === 'verified' && isExpired(claim, clock))
    .map(({ property }) => property);
}

function hasNothingToDo(texts: ReadonlyMap<string, string>, corrupt: ReadonlyMap<string, Corruption>): boolean {
  const actions = texts.get('NEXT_ACTIONS.md');
  if (actions === undefined || corrupt.get('NEXT_ACTIONS.md')?.kind === 'not-text' || hasOpenActions(actions))
    return false;
  return !hasSubstance(texts.get('DASHBOARD.md') ?? '');
}
