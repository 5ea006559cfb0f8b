import type { AuditMark, SignedHead, Takeover } from '../../kernel/audit/index.ts';
import type { AuditProblem } from '../../kernel/ports/index.ts';

const MARK = 'audit-mark.json';
const KEYS = 'keys';

/** A log that was read to its end. */
export interface ReadLog {
  readonly log: string | undefined;
  readonly entries: number;
  readonly isBroken: boolean;
  /** Keys that may sign the next commit. */
  readonly keys: ReadonlySet<string>;
  readonly takeovers: readonly Takeover[];
  /** Where the next entry would be. */
  readonly after: Pick<AuditProblem, 'entry' | 'file' | 'line'>;
}

/** Nothing is wrong with the entries, but this machine knows other ones: a person may know why. */
export const toMemoryProblem = (reason: string, remembered: number, place: Partial<AuditProblem>): AuditProblem => ({
  entry: undefined,
  file: MARK,
  line: undefined,
  ...place,
  reason,
  about: 'memory',
  remembered,
});

/** What the mark beside the key contradicts. */
export function findMarkProblem(mark: AuditMark | undefined, now: ReadLog): AuditProblem | undefined {
  if (mark === undefined || mark.seq === 0) return undefined;
  const { seq } = mark;
  if (now.log !== undefined && mark.log !== now.log)
    return toMemoryProblem(`this installation remembers another log, of ${seq} entries`, seq, {});
  if (now.entries < seq) return toMemoryProblem(`this installation remembers ${seq} entries`, seq, now.after);
  if (now.isBroken || !now.takeovers.some((takeover) => takeover.seq > seq)) return undefined;
  return toMemoryProblem('another key took over the log since this installation last read it', seq, { file: KEYS });
}

/** What the state folder contradicts. */
export function findSeenProblem(heads: readonly SignedHead[], now: ReadLog): AuditProblem | undefined {
  const seen = heads.find(({ log }) => log === now.log);
  if (seen === undefined) return undefined;
  const { entries, key } = seen;
  if (now.entries < entries) return toMemoryProblem(`this machine has seen ${entries} entries`, entries, now.after);
  if (now.isBroken || now.keys.has(key)) return undefined;
  const reason = 'another key took over the log since this machine last wrote to it';
  return toMemoryProblem(reason, entries, { file: KEYS });
}
