/** What is known of a log before its files are read, and what follows from it alone. */
import { isGenuine, renderPublicKey, type AuditMark, type SignedHead } from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { AuditProblem, ForgottenLog } from '../../kernel/ports/index.ts';
import type { AuditDeps } from './audit-deps.ts';
import type { AuditView, KnownLog } from './audit-view.ts';
import { readHead } from './head-file.ts';
import { readMark } from './mark-file.ts';
import { readSeenFlags, readSeenHeads } from './seen-heads.ts';
import { listSegments } from './segment-name.ts';
import { findSigningKey } from './signing-key.ts';

type KnownDeps = Pick<AuditDeps, 'files' | 'folder' | 'keyFolder' | 'seenFolder'>;

export async function readKnownLog(deps: KnownDeps): Promise<KnownLog> {
  const { files, keyFolder, seenFolder } = deps;
  // First: what is remembered was in the head before, and the head may be of a log that has just begun.
  const seen = await readSeenHeads(files, seenFolder);
  const head = await readGenuineHead(deps);
  const key = await findSigningKey(files, keyFolder);
  const mark = key === undefined ? 'missing' : await readMark(files, keyFolder, key);
  if (mark === 'false' && head?.key === (key && renderPublicKey(key))) throw markMissing();
  return { head, mark: typeof mark === 'string' ? undefined : mark, seen: findSeen(seen, head) };
}

/** What this machine remembers of the log; fails if it remembers only others. */
function findSeen(heads: readonly SignedHead[], head: SignedHead | undefined): SignedHead | undefined {
  const seen = heads.find(({ log }) => log === head?.log);
  if (heads.length === 0 || seen !== undefined) return seen;
  if ((head?.entries ?? 0) > 0) throw anotherLog();
  throw logGone(Math.max(...heads.map(({ entries }) => entries)));
}

/** What is remembered beyond the log that is there: of another one, or of entries that this one lacks. */
export async function readForgotten(
  { files, keyFolder, seenFolder }: KnownDeps,
  head: SignedHead | undefined,
): Promise<ForgottenLog> {
  const key = await findSigningKey(files, keyFolder);
  const mark = key === undefined ? 'missing' : await readMark(files, keyFolder, key);
  const isMore = ({ log, entries }: { readonly log: string; readonly entries: number }): boolean =>
    log !== head?.log || entries > head.entries;
  const lost = (await readSeenHeads(files, seenFolder)).filter(isMore);
  const flags = new Set<string>();
  for (const { log } of lost) for (const flag of await readSeenFlags(files, seenFolder, log)) flags.add(flag);
  let entries = Math.max(0, ...lost.map((seen) => seen.entries));
  if (typeof mark !== 'string' && mark.seq > 0 && isMore({ log: mark.log, entries: mark.seq })) {
    entries = Math.max(entries, mark.seq);
    // Older than what the machine has seen: flags that were lowered since would come back.
    if (lost.length === 0) for (const flag of mark.flags) flags.add(flag);
  }
  return { entries, flags: [...flags].sort() };
}

export async function readGenuineHead({ files, folder }: KnownDeps): Promise<SignedHead | undefined> {
  const head = await readHead(files, folder);
  if (head === undefined) {
    // Asked again: the first writer puts the head there before the first file.
    const hasFiles = (await listSegments(files, folder)).length > 0;
    if (hasFiles && (await readHead(files, folder)) === undefined) throw headMissing();
    return undefined;
  }
  if (head === 'damaged' || !isGenuine(head)) {
    throw new BatonError('AUDIT_BROKEN', 'the signed head of the audit log is not genuine');
  }
  return head;
}

export function asUnknown(error: unknown): KnownLog {
  if (isBatonError(error, 'AUDIT_BROKEN')) return { head: undefined, mark: undefined };
  throw error;
}

export const logGone = (entries: number): BatonError =>
  new BatonError('AUDIT_BROKEN', `the audit log is gone: this installation remembers ${entries} entries`, ACCEPT);

/** Also if the data dir is another one: a setting must not begin a log in which nobody is blocked. */
const ACCEPT = {
  hint: 'restore it, or name the right data dir; if it is lost, a person runs baton audit accept --by PERSON --reason TEXT on a terminal',
};

export const markMissing = (): BatonError =>
  new BatonError('AUDIT_BROKEN', 'what this installation remembers of the audit log was changed or removed');

/** On this machine only `rekey` has another key take over, and that is remembered at once. */
export function assertNoTakeover({ keys }: AuditView, { seen }: KnownLog): void {
  if (seen === undefined || keys.has(seen.key)) return;
  throw new BatonError('AUDIT_BROKEN', 'another key took over the audit log since this machine last wrote to it');
}

const anotherLog = (): BatonError =>
  new BatonError('AUDIT_BROKEN', 'this is not the audit log that this machine remembers for this project', ACCEPT);

export const notValid = ({ reason }: AuditProblem): BatonError =>
  new BatonError('AUDIT_BROKEN', `the audit log is not valid: ${reason}`);

const headMissing = (): BatonError => new BatonError('AUDIT_BROKEN', 'the audit log has lost its signed head');

export const toMark = ({ covered: { seq, hash, link }, keys, flags }: AuditView, log: string): AuditMark => ({
  log,
  seq,
  hash,
  link,
  keys: [...keys].sort(),
  flags: [...flags].sort(),
});
