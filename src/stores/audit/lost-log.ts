import { parseEntry, type SignedHead } from '../../kernel/audit/index.ts';
import type { AuditReport, LostLog } from '../../kernel/ports/index.ts';
import type { AuditDeps } from './audit-deps.ts';
import { readGenuineHead } from './known-log.ts';
import { readMark } from './head-file.ts';
import { readLines } from './read-log.ts';
import { forgetSeenHeads, readSeenFlags, readSeenHeads, SeenHead } from './seen-heads.ts';
import { listSegments, renderSegmentName } from './segment-format.ts';
import { findSigningKey } from './signing-key.ts';
import { verifyLog } from './verify-log.ts';

/** A place in a log that somebody remembers. */
export interface Memory {
  readonly log: string;
  readonly seq: number;
  readonly hash: string;
}

/** The log that is there now, as far as memories can be held against it. */
export interface LogNow {
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
