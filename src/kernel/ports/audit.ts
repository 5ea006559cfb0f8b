import type { AuditDraft, AuditEntry, AuditProof, SignedHead, Takeover } from '../audit/index.ts';
import type { JsonObject } from '../json.ts';
import type { AuditTransfer } from './transfer.ts';

export type { AuditDraft, AuditEntry } from '../audit/index.ts';

/**
 * The append-only record of who handed what to whom. An entry that was acknowledged survives any crash; nobody can
 * change, move, insert or remove one without `verify` naming the place.
 */
export interface AuditLog {
  /** Fails with AUDIT_BROKEN if the log was tampered with: nothing is built on top of that. */
  append(drafts: readonly AuditDraft[]): Promise<readonly AuditReceipt[]>;
  /**
   * As append, with drafts that depend on what is claimed and flagged at that very moment: between the answer and the
   * entries no other process gets a turn.
   */
  decide(
    question: AuditQuestion,
    decide: (facts: AuditFacts) => readonly AuditDraft[],
  ): Promise<readonly AuditReceipt[]>;
  /** What is claimed and flagged now; never writes. */
  ask(question: AuditQuestion): Promise<AuditFacts>;
  /** Those that a signature covers, in the order they were written; never writes. */
  entries(filter?: AuditFilter): AsyncIterable<AuditEntry & AuditReceipt>;
  /** Reads all of it; never writes. `anchors` are heads of this log kept elsewhere: it must still hold what they name. */
  verify(anchors?: readonly SignedHead[]): Promise<AuditReport>;
  /**
   * Continues with the key of this installation if the last head was signed by another one, which is lost or was not
   * moved along; an entry says who did so and why. Undefined if the key is the same. Fails with AUDIT_BROKEN if
   * anything else is wrong with the log.
   */
  rekey(note: RekeyNote, anchors?: readonly SignedHead[]): Promise<AuditReceipt | undefined>;
  /** A proof that the entry of this number is in the log; undefined if the signed head does not cover it. */
  prove(seq: number): Promise<AuditProof | undefined>;
  /** The head as signed with the last commit; undefined before the first entry. */
  head(): Promise<SignedHead | undefined>;
  /**
   * As decide, for a log that is another one or shorter than this machine remembers, or gone: a person has accepted
   * that. What is remembered is given up only after the entries are durable, and until then the log takes no other
   * entry: a crash on the way loses no block, and the same call completes it.
   */
  acceptLoss(decide: (lost: LostLog, facts: AuditFacts) => readonly AuditDraft[]): Promise<readonly AuditReceipt[]>;
  /** Keeps beside the key how far the log has come: it can never again be shorter, or another one, unnoticed. */
  remember(): Promise<void>;
  /** The whole of it, for moving it to another place. */
  readonly transfer: AuditTransfer;
  close(): Promise<void>;
}

/** What this machine remembers beyond the log that is there. */
export interface LostLog {
  /** How many entries it had; 0 if nothing is given up. */
  readonly entries: number;
  /** Flags that were up in it. */
  readonly flags: readonly string[];
}

export interface RekeyNote {
  /** The person who answers for it. */
  readonly by: string;
  readonly reason: string;
  /** Only looks whether it could be done: the receipt is of the entry that would be added. */
  readonly dryRun?: boolean;
}

export interface AuditReceipt {
  readonly seq: number;
  /** `handoff-log-2026-02-11-001.jsonl#7`: the file inside the audit folder and the entry's number. */
  readonly ref: string;
}

export interface AuditQuestion {
  readonly claims?: readonly string[];
  readonly flags?: readonly string[];
}

/** The answer, for the names that were asked for. */
export interface AuditFacts {
  readonly claimed: ReadonlySet<string>;
  readonly flagged: ReadonlySet<string>;
}

export interface AuditFilter {
  readonly handoffId?: string;
  readonly traceId?: string;
  /** Handoffs given to this agent. */
  readonly target?: string;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly entries: number;
  /** The number of the first entry that is not as it was written, or is missing. */
  readonly brokenAt: number | undefined;
  readonly problems: readonly AuditProblem[];
  /** Oddities that take nothing away from the entries: a torn tail, a key that others can read. */
  readonly notes: readonly string[];
  /** Why this machine could not tell if the latest entries were rolled back; undefined if it could. */
  readonly memoryGap?: string | undefined;
  readonly head: SignedHead | undefined;
  /** Every public key that ever counted, the one that opened the log first. */
  readonly keys: readonly string[];
  /** Where another key took over without the consent of the ones before. */
  readonly takeovers: readonly Takeover[];
  /** Heads kept elsewhere that the log does not agree with. */
  readonly contradicted: readonly ContradictedHead[];
  /** Heads of other logs that this machine has seen in this place. */
  readonly replaced: readonly SignedHead[];
  /** What the log says about itself: recoveries, anchors, acceptances. */
  readonly events: readonly LogEvent[];
}

export interface ContradictedHead {
  readonly anchor: SignedHead;
  readonly entry: number | undefined;
  readonly reason: string;
}

/** An entry of the log about the log. */
export interface LogEvent {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly body: JsonObject;
}

export interface AuditProblem {
  /** Undefined if the fault is with the head or the key. */
  readonly entry: number | undefined;
  /** Name inside the audit folder. */
  readonly file: string;
  readonly line: number | undefined;
  readonly reason: string;
  /**
   * It concerns a head that was kept elsewhere, contradicts what this machine remembers of the log, or is a tail without
   * a signature, which the next entry sets aside.
   */
  readonly about?: 'anchor' | 'memory' | 'tail';
  /** How many entries were there, as far as somebody remembers. */
  readonly remembered?: number;
}
