/** What is known of a log before its files are read, and what follows from it alone. */

import { isGenuine, parseEntry, renderPublicKey, type AuditMark, type SignedHead } from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { AuditProblem, AuditReport, Files, LostLog } from '../../kernel/ports/index.ts';
import type { JournalDeps } from '../fs/index.ts';
import type { AuditView, KnownLog } from './audit-view.ts';
import { readHead, readMark } from './head-file.ts';
import { readLines } from './read-log.ts';
import { forgetSeenHeads, readSeenFlags, readSeenHeads, SeenHead } from './seen-heads.ts';
import { listSegments, renderSegmentName } from './segment-format.ts';
import { findSigningKey } from './signing-key.ts';
import { verifyLog } from './verify-log.ts';

export interface AuditDeps extends JournalDeps {
  readonly files: Files;
  /** Where the files of the log and the signed head are. */
  readonly folder: string;
  /** Where the signing key is: not beside the log, so that the one can be shown without the other. */
  readonly keyFolder: string;
  /** Outside the data dir, for this place alone: where this machine remembers how far it has seen the log. */
  readonly seenFolder?: string | undefined;
  /** For what does not stop the work, but has to be seen. */
  remark?(text: string): void;
  /** A file of the log is closed at this size, and at the end of its day. */
  readonly maxFileBytes: number;
}

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

/**
 * What this machine remembers of the log; fails as long as it remembers another one too. Somebody who accepts that a log
 * is lost begins the next one before the other is forgotten: until then nothing else may be written.
 */
function findSeen(heads: readonly SignedHead[], head: SignedHead | undefined): SignedHead | undefined {
  const others = heads.filter(({ log }) => log !== head?.log);
  if (others.length === 0) return heads[0];
  if ((head?.entries ?? 0) > 0) throw anotherLog();
  throw logGone(Math.max(...others.map(({ entries }) => entries)));
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
  throw new BatonError('AUDIT_BROKEN', 'another key took over the audit log since this machine last wrote to it', {
    hint: 'run baton audit verify; if a person did that on purpose, run baton audit accept --by PERSON --reason TEXT on a terminal',
  });
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

/** A place in a log that somebody remembers. */
interface Memory {
  readonly log: string;
  readonly seq: number;
  readonly hash: string;
}

/** The log that is there now, as far as memories can be held against it. */
interface LogNow {
  readonly log: string | undefined;
  readonly takeovers: AuditReport['takeovers'];
  /** Of the entries that memories name. */
  readonly hashes: ReadonlyMap<number, string>;
}

/**
 * Another log, more entries, or other ones under their numbers. Also if another key took over since: what that one says
 * about blocks is not what this machine knows.
 */
export const isLost = ({ log, seq, hash }: Memory, now: LogNow): boolean =>
  log !== now.log || hash !== now.hashes.get(seq) || now.takeovers.some((takeover) => takeover.seq > seq);

/** What is remembered and not in the log that is there. */
export async function readLost(deps: AuditDeps, head: SignedHead | undefined): Promise<LostLog> {
  const { files, keyFolder, seenFolder } = deps;
  const key = await findSigningKey(files, keyFolder);
  const found = key === undefined ? 'missing' : await readMark(files, keyFolder, key);
  const mark = typeof found === 'string' || found.seq === 0 ? undefined : found;
  const seen = (await readSeenHeads(files, seenFolder)).map(({ log, entries, hash }) => ({ log, seq: entries, hash }));
  const { takeovers } = await verifyLog(deps, [], 'any key');
  const hashes = await readHashes(deps, [...seen, ...(mark === undefined ? [] : [mark])]);
  const now: LogNow = { log: head?.log, takeovers, hashes };
  const lost = seen.filter((memory) => isLost(memory, now));
  const flags = new Set<string>();
  for (const { log } of lost) for (const flag of await readSeenFlags(files, seenFolder, log)) flags.add(flag);
  const isMarkLost = mark !== undefined && isLost(mark, now);
  // Older than what the machine has seen: flags that were lowered since would come back.
  if (isMarkLost && lost.length === 0) for (const flag of mark.flags) flags.add(flag);
  const entries = Math.max(0, ...lost.map(({ seq }) => seq), isMarkLost ? mark.seq : 0);
  return { entries, flags: [...flags].sort() };
}

/** The hashes of the entries that have these numbers now. */
async function readHashes(deps: AuditDeps, memories: readonly Memory[]): Promise<ReadonlyMap<number, string>> {
  const wanted = new Set(memories.map(({ seq }) => seq));
  const hashes = new Map<number, string>();
  if (wanted.size === 0) return hashes;
  let seq = 0;
  for (const name of await listSegments(deps.files, deps.folder)) {
    for await (const { line } of readLines(deps, renderSegmentName(name))) {
      seq += 1;
      if (wanted.has(seq)) hashes.set(seq, parseEntry(line).hash);
    }
  }
  return hashes;
}

/** Has the machine remember the log as it is now, and nothing else. */
export async function seeInstead(deps: AuditDeps, flags: ReadonlySet<string>): Promise<void> {
  const head = await readGenuineHead(deps);
  if (head === undefined) return;
  const seen = new SeenHead(deps);
  await seen.write(head, flags);
  await seen.close();
  await forgetSeenHeads(deps.files, deps.seenFolder, head);
}
