import {
  checkLine,
  EMPTY_CHAIN,
  findBreak,
  GrowingTree,
  hashLeaf,
  parseEntry,
  type ChainEnd,
  type SealedEntry,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditDraft, AuditFacts, AuditQuestion, JournalLine, JournalView } from '../../kernel/ports/index.ts';
import { parseCarried, type Carried } from './carried.ts';
import { ClaimIndex } from './claim-index.ts';
import { REKEYED } from './rekey.ts';

const NAMES_SIGNER = new Set(['log.opened', REKEYED]);
const MAX_UNPLANTED = 1_000;

const NOTHING_ASKED: AuditFacts = { claimed: new Set(), flagged: new Set() };

/** What one file of the log says, added up line by line, on top of what its first line carried over. */
export class AuditView implements JournalView {
  readonly #file: string;
  readonly #findOwn: (text: string) => SealedEntry | undefined;
  /** A head that was signed: the log can never again be shorter, or other, than it says. */
  #known: ChainEnd | undefined;
  #end = EMPTY_CHAIN;
  #tree = new GrowingTree();
  /** Entries that are not in the tree yet: it is asked for once per commit, and may grow while the disk is busy. */
  #unplanted: string[] = [];
  #claims = new Set<string>();
  #flags = new Set<string>();
  #log: string | undefined;
  #next: string | undefined;
  #signer: string | undefined;
  #carried: Carried | undefined;
  #broken: BatonError | undefined;
  #sizeBytes = 0;
  /** Claims of the files before this one. */
  older = new ClaimIndex();

  /** `findOwn` knows the lines this process has just sealed itself: those need neither checking nor parsing. */
  constructor(
    file: string,
    known: ChainEnd | undefined,
    findOwn: (text: string) => SealedEntry | undefined = () => undefined,
  ) {
    this.#file = file;
    this.#known = known;
    this.#findOwn = findOwn;
  }

  get end(): ChainEnd {
    return this.#end;
  }

  get tree(): GrowingTree {
    for (const line of this.#unplanted) this.#tree.append(hashLeaf(line));
    this.#unplanted = [];
    return this.#tree;
  }

  get log(): string | undefined {
    return this.#log;
  }

  get flags(): ReadonlySet<string> {
    return this.#flags;
  }

  get claims(): ReadonlySet<string> {
    return this.#claims;
  }

  /** The file that follows this one, once it is closed. */
  get next(): string | undefined {
    return this.#next;
  }

  /** The public key that signs from the last entry on that names one. */
  get signer(): string | undefined {
    return this.#signer;
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
    this.#tree = new GrowingTree();
    this.#unplanted = [];
    this.#claims = new Set();
    this.#flags = new Set();
    this.#log = undefined;
    this.#next = undefined;
    this.#signer = undefined;
    this.#carried = undefined;
    this.#broken = undefined;
    this.#sizeBytes = 0;
  }

  apply({ text, end }: JournalLine): void {
    this.#sizeBytes = end;
    if (this.#broken !== undefined) return;
    const own = this.#findOwn(text);
    const line = own ?? checkLine(text);
    if ('reason' in line) return this.#break(this.#end.seq + 1, line.reason);
    const draft = own?.draft ?? parseEntry(text);
    if (this.#end.seq === 0 && draft.kind === 'log.opened') this.#begin(draft, line.prev);
    const fault = findBreak(line, this.#end);
    if (fault !== undefined) return this.#break(line.seq, fault);
    if (line.seq === this.#known?.seq && line.hash !== this.#known.hash) {
      return this.#break(line.seq, 'it is not the entry the signed head names');
    }
    this.#end = { seq: line.seq, hash: line.hash };
    this.#plant(text);
    this.#log ??= line.hash;
    this.#add(draft);
  }

  #plant(text: string): void {
    this.#unplanted.push(text);
    // A file that is read from its beginning is not kept in memory for the tree's sake.
    if (this.#unplanted.length >= MAX_UNPLANTED) void this.tree;
  }

  #begin({ body }: AuditDraft, prev: string): void {
    const carried = parseCarried(body);
    if (carried === undefined) return;
    this.#carried = carried;
    this.#end = { seq: carried.entries, hash: prev };
    this.#tree = new GrowingTree(carried.entries, carried.peaks);
    this.#flags = new Set(carried.flags);
    this.#log = carried.log;
  }

  #add({ claim, flag, kind, body }: AuditDraft): void {
    if (claim !== undefined) this.#claims.add(claim);
    if (flag?.up === true) this.#flags.add(flag.name);
    else if (flag !== undefined) this.#flags.delete(flag.name);
    if (NAMES_SIGNER.has(kind) && typeof body['key'] === 'string') this.#signer = body['key'];
    if (kind === 'log.closed' && typeof body['next'] === 'string') this.#next = body['next'];
  }

  #break(seq: number, reason: string): void {
    this.#broken = new BatonError(
      'AUDIT_BROKEN',
      `the audit log is broken at entry ${seq} (${this.#file}): ${reason}`,
      {
        entry: seq,
        file: this.#file,
      },
    );
  }

  /** From now on the log has at least these entries. */
  expect(end: ChainEnd): void {
    this.#known = end;
  }

  assertSound(): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#known === undefined || this.#end.seq >= this.#known.seq) return;
    const missing = this.#end.seq + 1;
    throw new BatonError(
      'AUDIT_BROKEN',
      `the audit log ends before entry ${missing}, but ${this.#known.seq} entries were signed`,
      { entry: missing, file: this.#file },
    );
  }

  isClaimed(claim: string): boolean {
    return this.#claims.has(claim) || this.older.has(claim);
  }

  answer({ claims = [], flags = [] }: AuditQuestion): AuditFacts {
    if (claims.length === 0 && flags.length === 0) return NOTHING_ASKED;
    return {
      claimed: new Set(claims.filter((claim) => this.isClaimed(claim))),
      flagged: new Set(flags.filter((flag) => this.#flags.has(flag))),
    };
  }
}

export const endOf = (head: SignedHead): ChainEnd => ({ seq: head.entries, hash: head.hash });
