/** What is known of a log before its files are read, and what follows from it alone. */
import { isGenuine, renderPublicKey, type AuditMark, type SignedHead } from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { AuditProblem } from '../../kernel/ports/index.ts';
import type { AuditDeps } from './audit-deps.ts';
import type { AuditView, KnownLog } from './audit-view.ts';
import { readHead, readMark } from './head-file.ts';
import { readSeenHeads } from './seen-heads.ts';
import { listSegments } from './segment-format.ts';
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
