import {
  checkLine,
  concernsKeys,
  Coverage,
  EMPTY_CHAIN,
  findBreak,
  GrowingTree,
  hashLeaf,
  linkOf,
  parseEntry,
  type AuditMark,
  type ChainEnd,
  type SealedEntry,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditDraft, AuditFacts, AuditQuestion, JournalLine, JournalView } from '../../kernel/ports/index.ts';
import { AuditFactsView, ClaimIndex, parseCarried, type Carried } from './carried.ts';
import { FIRST_FORMAT, FORMAT, formatOf } from './segment-format.ts';

const MAX_UNPLANTED = 1_000;

const NOTHING_ASKED: AuditFacts = { claimed: new Set(), flagged: new Set() };

/** What is known of the log from outside its files: it can never again be shorter, or other, than these say. */
export interface KnownLog {
  readonly head: SignedHead | undefined;
  readonly mark: AuditMark | undefined;
  /** The last head that this machine has seen of it. */
  readonly seen?: SignedHead | undefined;
}

/** What one file of the log says, added up line by line, on top of what its first line carried over. */
export class AuditView implements JournalView {
  readonly #file: string;
  readonly #findOwn: (text: string) => SealedEntry | undefined;
  #known: KnownLog;
  /** What this process signed itself. */
  #signed: ChainEnd | undefined;
  #end = EMPTY_CHAIN;
  #lastOwn: SealedEntry | undefined;
  #coverage = new Coverage();
  #tree = new GrowingTree();
  /** Entries that are not in the tree yet: it is asked for once per commit, and may grow while the disk is busy. */
  #unplanted: string[] = [];
  #facts = new AuditFactsView();
  #log: string | undefined;
  #next: string | undefined;
  #format = FIRST_FORMAT;
  #carried: Carried | undefined;
  #broken: BatonError | undefined;
  #sizeBytes = 0;
  /** Claims of the files before this one. */
  older = new ClaimIndex();

  /** `findOwn` knows the lines this process has just sealed itself: those need neither checking nor parsing. */
  constructor(file: string, known: KnownLog, findOwn: (text: string) => SealedEntry | undefined = () => undefined) {
    this.#file = file;
    this.#known = known;
    this.#findOwn = findOwn;
  }

  get end(): ChainEnd {
    return this.#end;
  }

  get tree(): GrowingTree {
    for (const leaf of this.#unplanted) this.#tree.append(hashLeaf(leaf));
    this.#unplanted = [];
    return this.#tree;
  }

  get log(): string | undefined {
    return this.#log;
  }

  get flags(): ReadonlySet<string> {
    return this.#facts.flags;
  }

  get claims(): ReadonlySet<string> {
    return this.#facts.claims;
  }

  /** The file that follows this one, once it is closed. */
  get next(): string | undefined {
    return this.#next;
  }

  /** Public keys that may sign the next commit. */
  get keys(): ReadonlySet<string> {
    return this.#coverage.ring.keys;
  }

  get covered(): ChainEnd {
    return this.#coverage.covered;
  }

  get format(): number {
    return this.#format;
  }

  get carried(): Carried | undefined {
    return this.#carried;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get isEmpty(): boolean {
    return this.#sizeBytes === 0;
  }

  reset(): void {
    this.#end = EMPTY_CHAIN;
    this.#lastOwn = undefined;
    this.#coverage = new Coverage();
    this.#tree = new GrowingTree();
    this.#unplanted = [];
    this.#facts = new AuditFactsView();
    this.#log = undefined;
    this.#next = undefined;
    this.#format = FIRST_FORMAT;
    this.#carried = undefined;
    this.#broken = undefined;
    this.#sizeBytes = 0;
  }

  apply({ text, position, end }: JournalLine): void {
    this.#sizeBytes = end;
    if (this.#broken !== undefined) return;
    const own = this.#findOwn(text);
    if (own !== undefined) return this.#applyOwn(own, position);
    const line = checkLine(text);
    if (!line.ok) return this.#break(this.#end.seq + 1, line.reason);
    const draft = parseEntry(text);
    if (this.#end.seq === 0) this.#begin(draft, line.prev);
    const fault = findBreak(line, this.#end) ?? this.#findMismatch(line);
    if (fault !== undefined) return this.#break(line.seq, fault);
    const forged = this.#coverage.take({ ...line, ...this.#findKeyChange(draft) });
    if (forged !== undefined) return this.#break(line.seq, forged);
    const { head } = this.#known;
    // From the second format on every commit has a signature of its own: a head does not make up for one that is gone.
    if (this.#format < FORMAT && head?.entries === line.seq) this.#coverage.takeHead(head, line);
    this.#advance(line, line.leaf, draft, position);
  }

  /** It gets its signature with its batch, before anybody else sees it. */
  #applyOwn(own: SealedEntry, position: number): void {
    if (this.#end.seq === 0) this.#begin(own.draft, own.prev);
    this.#lastOwn = own;
    this.#coverage.trust(own, this.#findKeyChange(own.draft).keyChange);
    this.#advance(own, own.text, own.draft, position);
  }

  #advance(line: ChainEnd, leaf: string, draft: AuditDraft, position: number): void {
    this.#end = { seq: line.seq, hash: line.hash, link: line.link };
    this.#unplanted.push(leaf);
    // A file that is read from its beginning is not kept in memory for the tree's sake.
    if (this.#unplanted.length >= MAX_UNPLANTED) void this.tree;
    this.#log ??= line.hash;
    this.#format = formatOf(draft) ?? this.#format;
    if (this.#format > FORMAT) return this.#break(line.seq, 'a later version of Baton wrote it');
    this.#facts.take(draft, position);
    if (draft.kind === 'log.closed' && typeof draft.body['next'] === 'string') this.#next = draft.body['next'];
    if (this.#coverage.covered.seq === line.seq) this.#facts.cover();
  }

  /** The last entry of this process, which closes a batch. */
  get lastOwn(): SealedEntry | undefined {
    return this.#lastOwn;
  }

  /** The last entry has got its signature. */
  close(signature: string, sizeBytes: number): void {
    const { seq, hash } = this.#end;
    this.#end = { seq, hash, link: linkOf(hash, signature) };
    this.#coverage.trust(this.#end);
    this.#sizeBytes += sizeBytes;
  }

  /** The first line of a later file names the key it was begun with, which lists nobody. */
  #findKeyChange({ kind, body }: AuditDraft): { keyChange?: { kind: string; body: AuditDraft['body'] } } {
    return !concernsKeys(kind) || parseCarried(body) !== undefined ? {} : { keyChange: { kind, body } };
  }

  #begin({ kind, body }: AuditDraft, prev: string): void {
    const carried = kind === 'log.opened' ? parseCarried(body) : undefined;
    if (carried === undefined) return;
    this.#carried = carried;
    this.#end = { seq: carried.entries, hash: '', link: prev };
    this.#coverage = new Coverage(this.#end, carried.keys);
    this.#tree = new GrowingTree(carried.entries, carried.peaks);
    this.#facts = new AuditFactsView(carried.flags);
    this.#log = carried.log;
  }

  /** Why this entry cannot be the one that was signed elsewhere under its number. */
  #findMismatch({ seq, hash }: ChainEnd): string | undefined {
    const { head, mark, seen } = this.#known;
    const isOther = (known: { readonly seq: number; readonly hash: string } | undefined): boolean =>
      known?.seq === seq && known.hash !== hash;
    if (isOther(this.#signed) || isOther(head && { seq: head.entries, hash: head.hash }))
      return 'it is not the entry the signed head names';
    const isForgotten = isOther(mark) || isOther(seen && { seq: seen.entries, hash: seen.hash });
    return isForgotten ? 'it is not the entry that this installation remembers' : undefined;
  }

  #break(seq: number, reason: string): void {
    this.#broken = new BatonError(
      'AUDIT_BROKEN',
      `the audit log is broken at entry ${seq} (${this.#file}): ${reason}`,
      { entry: seq, file: this.#file },
    );
  }

  /** From now on the log has at least these entries. */
  expect(end: ChainEnd): void {
    this.#signed = end;
  }

  /** Every line continues the chain, the last signature is genuine, and nothing that was signed is missing. */
  assertSound(): void {
    const forged = this.#broken === undefined ? this.#coverage.confirm() : undefined;
    if (forged !== undefined) this.#break(forged.seq, forged.reason);
    if (this.#broken !== undefined) throw this.#broken;
    const { mark, head } = this.#known;
    const { history } = this.#coverage.ring;
    if (head !== undefined && head.entries > 0 && history.size > 0 && !history.has(head.key)) {
      const reason = 'the signed head of the audit log is signed by a key that the log does not list';
      throw new BatonError('AUDIT_BROKEN', reason, { file: this.#file });
    }
    if (mark !== undefined && mark.seq > 0 && this.#log !== undefined && mark.log !== this.#log) {
      throw new BatonError('AUDIT_BROKEN', 'this is not the audit log that this installation remembers', {
        file: this.#file,
      });
    }
    const signed = this.#signedSeq;
    if (this.#end.seq >= signed && this.covered.seq >= signed) return;
    if (this.covered.seq < Math.min(this.#end.seq, signed)) {
      this.#break(this.covered.seq + 1, 'its signature is gone');
      return this.assertSound();
    }
    const missing = this.#end.seq + 1;
    throw new BatonError(
      'AUDIT_BROKEN',
      `the audit log ends before entry ${missing}, but ${signed} entries were signed`,
      { entry: missing, file: this.#file },
    );
  }

  /** How many entries were signed at some time, as far as anybody knows. */
  get #signedSeq(): number {
    const { head, mark, seen } = this.#known;
    return Math.max(this.#signed?.seq ?? 0, head?.entries ?? 0, mark?.seq ?? 0, seen?.entries ?? 0);
  }

  /**
   * Where the entries begin that no signature covers, and how many they are; undefined if all are covered. Entries that
   * were signed once are not among them: that is damage, and nothing is cut off.
   */
  findUncovered(): { readonly position: number; readonly entries: number } | undefined {
    if (this.#broken !== undefined || this.covered.seq < this.#signedSeq) return undefined;
    return this.#coverage.confirm() === undefined ? this.#facts.uncovered : undefined;
  }

  isClaimed(claim: string): boolean {
    return this.#facts.isClaimed(claim) || this.older.has(claim);
  }

  answer({ claims = [], flags = [] }: AuditQuestion): AuditFacts {
    if (claims.length === 0 && flags.length === 0) return NOTHING_ASKED;
    return {
      claimed: new Set(claims.filter((claim) => this.isClaimed(claim))),
      flagged: new Set(flags.filter((flag) => this.#facts.isFlagged(flag))),
    };
  }
}
