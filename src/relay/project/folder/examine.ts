import type { Platform } from '../../../kernel/ports/index.ts';
import { findIsoTime, isPast } from '../../../kernel/time.ts';
import {
  addDashboard,
  decideLabel,
  decideMode,
  findCorruption,
  isFresh,
  MANIFEST_FILE,
  planReading,
  type Corruption,
  type FileTrust,
  type HandoffLock,
  type HealthFacts,
  type Manifest,
  type Mode,
  type TrustLabel,
  type WorkKind,
} from '../../../protocols/project/index.ts';
import {
  commitOf,
  decideExpiry,
  hasExpired,
  parseClaims,
  TRUST_FILE,
  type Claim,
  type TrustClock,
} from '../../../protocols/project/trust/index.ts';
import { describeHolder, type LockState } from '../../../protocols/project/session/index.ts';
import { hasSubstance, namesWork } from '../../../protocols/project/items/index.ts';
import { findCleanHandoff, type HandoffAt } from '../git/handoff-at.ts';
import { describeSize, type HandoffFile } from './handoff-file.ts';
import { readTexts, type Handoff } from './read-handoff.ts';
import { isHolder, readLockState, type SessionRequest } from './session.ts';

export interface Examination {
  readonly facts: HealthFacts;
  readonly mode: Mode;
  readonly lock: LockState;
  /** What the files are held against. */
  readonly manifest: Manifest | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly corrupt: ReadonlyMap<string, Corruption>;
  labelOf(name: string): TrustLabel;
  /** What the manifest says of a file it vouches for; nothing of one that changed since. */
  trustOf(name: string): FileTrust;
}

/** Everything the health check asks about, found out once. The clean commit is looked for only if it matters. */
export async function examine(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
  request: SessionRequest & { readonly kind: WorkKind },
  findClean = (): Promise<HandoffAt | undefined> => findCleanHandoff(platform, handoff.folder),
): Promise<Examination> {
  const lock = await readLockState(platform, handoff);
  const texts = readTexts(handoff);
  const own = lock.kind !== 'free' && (await isHolder(platform, lock.lock, request));
  const manifest = lock.kind === 'left' && !own ? await findVouching(findClean, handoff, lock.lock) : handoff.manifest;
  const corrupt = findCorruptFiles(handoff, manifest);
  const names = [...handoff.files.keys()];
  const listed = manifest?.files ?? {};
  const matches = (name: string): boolean => listed[name]?.checksum === handoff.files.get(name)?.checksum;
  const changed = manifest === undefined ? [] : names.filter((name) => !matches(name));
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
    isStatusMissing: handoff.files.size > 0 && !handoff.files.has('STATUS.md'),
    isLogMissing: handoff.files.size > 0 && !handoff.files.has('LOG.md'),
    reading: addDashboard(planReading(handoff.manifest === undefined ? 'first' : request.kind, names), texts),
    nothingToDo: !isFresh(texts) && hasNothingToDo(texts, corrupt) && !hasOpenTasks(handoff),
  };
  const mode = decideMode(facts);
  const labelOf = (name: string): TrustLabel =>
    name === MANIFEST_FILE
      ? decideManifestLabel(mode, handoff)
      : decideLabel({
          mode,
          isListed: listed[name] !== undefined,
          matches: !corrupt.has(name) && matches(name),
          recorded: weakest(listed[name]),
        });
  const trustOf = (name: string): FileTrust => {
    const entry = listed[name];
    return entry !== undefined && matches(name) ? entry : {};
  };
  return { facts, mode, lock, manifest, texts, corrupt, labelOf, trustOf };
}

/**
 * A session that did not close may have made a manifest of its own, which vouches for its half-done files: only the
 * last clean commit's counts, or, where there is none, one from before the session.
 */
async function findVouching(
  findClean: () => Promise<HandoffAt | undefined>,
  handoff: Handoff,
  lock: HandoffLock,
): Promise<Manifest | undefined> {
  const clean = await findClean();
  if (clean !== undefined) return clean.manifest;
  const made = findIsoTime(handoff.manifest?.last_session.timestamp ?? '')?.epochMs;
  const began = findIsoTime(lock.started)?.epochMs;
  return made !== undefined && began !== undefined && made < began ? handoff.manifest : undefined;
}

function decideManifestLabel(mode: Mode, { manifest }: Handoff): TrustLabel {
  if (mode === 'recovery') return 'Unknown';
  return manifest === undefined ? 'Assumed' : 'Verified';
}

/** A file nobody can read or decide on, or one that was cut short since the manifest knew it whole. */
function findCorruptFiles(handoff: Handoff, manifest: Manifest | undefined): Map<string, Corruption> {
  const found = new Map<string, Corruption>();
  for (const file of handoff.files.values()) {
    const { name, isText } = file;
    const listed = manifest?.files[name];
    const isVouched = listed?.checksum === file.checksum;
    if (!name.endsWith('.md') || (isVouched && isText && !showsDamage(file))) continue;
    const fault = isText
      ? findCorruption(name, file.text ?? '', isVouched ? undefined : listed?.lines)
      : { kind: 'not-text' as const, line: 1, message: describeUnreadable(file) };
    if (fault !== undefined) found.set(name, fault);
  }
  return found;
}

const describeUnreadable = ({ name, tooLargeBytes }: HandoffFile): string =>
  tooLargeBytes === undefined
    ? `${name} is not UTF-8 text`
    : `${name} has ${describeSize(tooLargeBytes)} and is not read`;

/** A manifest may have been made over damage. Asked of the bytes: decoding the archive of years would take longer than all else. */
const showsDamage = ({ name, bytes }: HandoffFile): boolean =>
  (name === 'STATUS.md' && bytes.toString('utf8').trim() === '') ||
  ['<<<<<<<', '>>>>>>>', '\0'].some((sign) => bytes.includes(sign));

async function findExpired(platform: Pick<Platform, 'clock' | 'project'>, trust: string): Promise<string[]> {
  const claims = parseClaims(trust);
  const clock = await readTrustClock(platform, claims);
  return claims.filter((claim) => hasExpired(claim, clock)).map(({ property }) => property);
}

/** A file is as good as its weakest section. */
function weakest(entry: FileTrust | undefined): 'assumed' | 'unknown' | undefined {
  const labels = new Set([entry?.trust, ...Object.values(entry?.sections ?? {}).map(({ trust }) => trust)]);
  return labels.has('unknown') ? 'unknown' : labels.has('assumed') ? 'assumed' : undefined;
}

const hasOpenTasks = ({ manifest, repaired }: Handoff): boolean =>
  Object.values((manifest ?? repaired?.manifest)?.tasks ?? {}).some(
    ({ status }) => status !== 'done' && status !== 'cancelled',
  );

function hasNothingToDo(texts: ReadonlyMap<string, string>, corrupt: ReadonlyMap<string, Corruption>): boolean {
  const actions = texts.get('NEXT_ACTIONS.md') ?? '';
  if (corrupt.get('NEXT_ACTIONS.md')?.kind === 'not-text' || namesWork(actions)) return false;
  return !hasSubstance(texts.get('DASHBOARD.md') ?? '');
}

/** Now, and how many commits ago each claim that counts in commits was verified. */
export async function readTrustClock(
  platform: Pick<Platform, 'clock' | 'project'>,
  claims: readonly Claim[],
): Promise<TrustClock> {
  const counted = claims
    .filter((claim) => decideExpiry(claim).kind === 'commits')
    .flatMap((claim) => commitOf(claim) ?? []);
  const distances = new Map<string, number>();
  const repo = counted.length === 0 ? undefined : await platform.project.findRepo();
  if (repo !== undefined) {
    for (const commit of new Set(counted)) {
      const { code, stdout } = await repo.run(['rev-list', '--count', `${commit}..HEAD`], { okCodes: [128] });
      if (code === 0) distances.set(commit, Number(stdout.toString().trim()));
    }
  }
  return {
    get nowMs() {
      return platform.clock.now();
    },
    isPast: (momentMs) => isPast(platform.clock, momentMs),
    commitsSince: (commit) => distances.get(commit),
  };
}
