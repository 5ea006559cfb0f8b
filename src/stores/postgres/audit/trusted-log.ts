import {
  checkLine,
  concernsKeys,
  Coverage,
  EMPTY_CHAIN,
  findBreak,
  parseEntry,
  type AuditMark,
  type ChainEnd,
  type SignedHead,
} from '../../../kernel/audit/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import { AuditFactsView, FIRST_FORMAT, FORMAT, formatOf } from '../../audit/index.ts';
import type { Row } from '../connection/statements.ts';

/** The log as far as this process has read it whole and found it sound: what it builds on, and what it answers by. */
export interface TrustedLog extends ChainEnd {
  /** Undefined before the first entry. */
  readonly log: string | undefined;
  readonly keys: readonly string[];
  /** Flags that are up, from the lines themselves: the columns beside them are not signed. */
  readonly flags: ReadonlySet<string>;
  readonly format: number;
}

export const NOTHING_READ: TrustedLog = {
  ...EMPTY_CHAIN,
  log: undefined,
  keys: [],
  flags: new Set(),
  format: FIRST_FORMAT,
};

export const fromMark = ({ log, seq, hash, link, keys, flags }: AuditMark): TrustedLog =>
  seq === 0 ? NOTHING_READ : { log, seq, hash, link, keys, flags: new Set(flags), format: FORMAT };

export const toMark = ({ log, seq, hash, link, keys, flags }: TrustedLog): AuditMark => ({
  log: log ?? '',
  seq,
  hash,
  link,
  keys: [...keys].sort(),
  flags: [...flags].sort(),
});

/** A process that goes on from what its machine remembers looks at so many entries before that. */
const CHECKED_ENTRIES = 1_000;

/** Fails with AUDIT_BROKEN unless the last entries before this end are as they were written, and lead to it. */
export async function checkBefore(start: ChainEnd, readAfter: (seq: number) => AsyncIterable<Row>): Promise<void> {
  const first = Math.max(0, start.seq - CHECKED_ENTRIES);
  let end: ChainEnd | undefined = first === 0 ? EMPTY_CHAIN : undefined;
  for await (const row of readAfter(first)) {
    const line = checkLine(String(row['line']));
    const seq = (end?.seq ?? first) + 1;
    if (!line.ok) throw broken(seq, line.reason);
    const fault = findBreak(line, end ?? { seq: first, hash: '', link: line.prev });
    if (fault !== undefined) throw broken(seq, fault);
    end = line;
  }
  if (end?.seq !== start.seq || end.link !== start.link)
    throw broken(Math.min(start.seq, (end?.seq ?? first) + 1), 'it is not the entry that this machine remembers');
}

/** Reads on, up to the entry that the head names. Fails with AUDIT_BROKEN at the first line that does not fit. */
export async function followLog(
  start: TrustedLog,
  head: SignedHead,
  readAfter: (seq: number) => AsyncIterable<Row>,
): Promise<TrustedLog> {
  const coverage = new Coverage(start, start.keys);
  const facts = new AuditFactsView(start.flags);
  let end: ChainEnd = start;
  let { log, format } = start;
  for await (const row of readAfter(start.seq)) {
    const text = String(row['line']);
    const line = checkLine(text);
    if (!line.ok) throw broken(end.seq + 1, line.reason);
    if (line.seq > head.entries) throw broken(line.seq, 'the signed head does not name it');
    const draft = parseEntry(text);
    const fault =
      findBreak(line, end) ?? coverage.take({ ...line, ...(concernsKeys(draft.kind) ? { keyChange: draft } : {}) });
    if (fault !== undefined) throw broken(line.seq, fault);
    format = formatOf(draft) ?? format;
    if (format > FORMAT) throw broken(line.seq, 'a later version of Baton wrote it');
    end = { seq: line.seq, hash: line.hash, link: line.link };
    log ??= line.hash;
    facts.take(draft, 0);
    if (format < FORMAT && line.seq === head.entries) coverage.takeHead(head, end);
    if (coverage.covered.seq === line.seq) facts.cover();
  }
  const forged = coverage.confirm();
  if (forged !== undefined) throw broken(forged.seq, forged.reason);
  assertEnd(end, head, coverage);
  const [takeover] = coverage.ring.takeovers;
  // The keys are all lost before a person lets another take over: a machine that still has one knows of no such thing.
  if (start.seq > 0 && takeover !== undefined)
    throw broken(takeover.seq, 'another key took over the log since this machine last read it');
  return { ...end, log, keys: [...coverage.ring.keys], flags: facts.flags, format };
}

function assertEnd(end: ChainEnd, head: SignedHead, coverage: Coverage): void {
  if (end.seq < head.entries || end.seq > head.entries) {
    const signed = Math.max(end.seq, head.entries);
    throw new BatonError('AUDIT_BROKEN', `the audit log ends before entry ${signed}, but that was signed`);
  }
  if (end.seq > 0 && end.hash !== head.hash) throw broken(end.seq, 'it is not the entry the signed head names');
  if (coverage.covered.seq < end.seq) throw broken(coverage.covered.seq + 1, 'no signature covers it');
  if (end.seq > 0 && !coverage.ring.history.has(head.key))
    throw new BatonError(
      'AUDIT_BROKEN',
      'the signed head of the audit log is signed by a key that the log does not list',
    );
}

const broken = (entry: number, reason: string): BatonError =>
  new BatonError('AUDIT_BROKEN', `the audit log is broken at entry ${entry}: ${reason}`, { entry });
