import {
  addDashboard,
  decideLabel,
  decideMode,
  describeHolder,
  findCorruption,
  hasExpired,
  hasSubstance,
  namesWork,
  isFresh,
  MANIFEST_FILE,
  parseClaims,
  planReading,
  TRUST_FILE,
  type Corruption,
  type HealthFacts,
  type LockState,
  type Mode,
  type TrustLabel,
  type WorkKind,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import type { HandoffFile } from './handoff-file.ts';
import { readTexts, type Handoff } from './read-handoff.ts';
import { isHolder, readLockState, type SessionRequest } from './session.ts';
import { readTrustClock } from './trust-clock.ts';

export interface Examination {
  readonly facts: HealthFacts;
  readonly mode: Mode;
  readonly lock: LockState;
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
  const corrupt = findCorruptFiles(handoff);
  const names = [...handoff.files.keys()];
  const listed = handoff.manifest?.files ?? {};
  const changed = names.filter(
    (name) => handoff.manifest !== undefined && listed[name]?.checksum !== handoff.files.get(name)?.checksum,
  );
  const own = lock.kind !== 'free' && (await isHolder(platform, lock.lock, request));
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
    hasContext: (handoff.manifest?.quick_context ?? '') !== '',
    reading: addDashboard(planReading(handoff.manifest === undefined ? 'first' : request.kind, names), texts),
    nothingToDo: !isFresh(texts) && hasNothingToDo(texts, corrupt),
  };
  const mode = decideMode(facts);
  const labelOf = (name: string): TrustLabel =>
    name === MANIFEST_FILE
      ? mode === 'recovery'
        ? 'Unknown'
        : 'Verified'
      : decideLabel({
          mode,
          isListed: listed[name] !== undefined,
          matches: !corrupt.has(name) && listed[name]?.checksum === handoff.files.get(name)?.checksum,
          recorded: listed[name]?.trust,
        });
  return { facts, mode, lock, texts, corrupt, labelOf };
}

/** A file nobody can read or decide on, or one that was cut short since the manifest knew it whole. */
function findCorruptFiles(handoff: Handoff): Map<string, Corruption> {
  const found = new Map<string, Corruption>();
  for (const file of handoff.files.values()) {
    const { name, isText } = file;
    const listed = handoff.manifest?.files[name];
    const isVouched = listed?.checksum === file.checksum;
    if (!name.endsWith('.md') || (isVouched && isText && !showsDamage(file))) continue;
    const fault = isText
      ? findCorruption(name, file.text ?? '', isVouched ? undefined : listed?.lines)
      : { kind: 'not-text' as const, line: 1, message: `${name} is not UTF-8 text` };
    if (fault !== undefined) found.set(name, fault);
  }
  return found;
}

/** A manifest may have been made over damage. Asked of the bytes: decoding the archive of years would take longer than all else. */
const showsDamage = ({ name, bytes }: HandoffFile): boolean =>
  (name === 'STATUS.md' && bytes.toString('utf8').trim() === '') ||
  ['<<<<<<<', '>>>>>>>', '\0'].some((sign) => bytes.includes(sign));

async function findExpired(platform: Platform, trust: string): Promise<string[]> {
  const claims = parseClaims(trust);
  const clock = await readTrustClock(platform, claims);
  return claims.filter((claim) => hasExpired(claim, clock)).map(({ property }) => property);
}

function hasNothingToDo(texts: ReadonlyMap<string, string>, corrupt: ReadonlyMap<string, Corruption>): boolean {
  const actions = texts.get('NEXT_ACTIONS.md') ?? '';
  if (corrupt.get('NEXT_ACTIONS.md')?.kind === 'not-text' || namesWork(actions)) return false;
  return !hasSubstance(texts.get('DASHBOARD.md') ?? '');
}
