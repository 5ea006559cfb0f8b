import {
  checkLine,
  concernsKeys,
  Coverage,
  EMPTY_CHAIN,
  findBreak,
  GrowingTree,
  hashLeaf,
  isGenuine,
  parseEntry,
  type AuditMark,
  type ChainEnd,
  type CoveredLine,
  type LineCheck,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import type { AuditProblem, AuditReport, ContradictedHead, LogEvent } from '../../kernel/ports/index.ts';
import type { RawLine } from '../fs/index.ts';
import { parseCarried } from './carried.ts';
import { ClockSteps } from './time-stamps.ts';
import { findSegmentName, FIRST_FORMAT, FORMAT, formatOf } from './segment-format.ts';
import { findMarkProblem, findSeenProblem, toMemoryProblem } from './seen-heads.ts';
import { describeDamage, textOf } from './read-log.ts';

const HEAD = 'head.json';
const ANCHOR = 'anchor';
/** Entries about the log itself are few; all others are verified without being parsed. */
const ABOUT_LOG = '"kind":"log.';
const MAX_PROBLEMS = 20;

type SoundLine = Extract<LineCheck, { ok: true }>;

/** What the log is held against: statements about it that were signed at some time. */
export interface Statements {
  readonly head: SignedHead | 'damaged' | undefined;
  /** Heads kept elsewhere. */
  readonly anchors: readonly SignedHead[];
  readonly mark: AuditMark | undefined;
  /** Heads that this machine has seen in this place, of this log or another. */
  readonly seen?: readonly SignedHead[];
}

/** Goes through the log once, wherever its lines are, and keeps what does not fit. */
export class ChainWalk {
  readonly problems: AuditProblem[] = [];
  readonly notes: string[] = [];
  readonly #head: SignedHead | undefined;
  readonly #anchors = new Map<number, SignedHead[]>();
  readonly #statements: Statements;
  readonly #coverage = new Coverage();
  readonly #events: LogEvent[] = [];
  readonly #contradicted: ContradictedHead[] = [];
  readonly #tree = new GrowingTree();
  readonly #clockSteps = new ClockSteps();
  #end: ChainEnd = EMPTY_CHAIN;
  /** After a damaged entry, the next one cannot be compared with it, and no signature says anything. */
  #isBroken = false;
  #isAfterDamage = false;
  #log: string | undefined;
  #format = FIRST_FORMAT;
  /** The file that the last one names as its next. */
  #next: string | undefined;
  #last = '';
  #isLast = false;
  #line = 0;

  constructor(statements: Statements) {
    this.#statements = statements;
    this.#head = statements.head === 'damaged' ? undefined : statements.head;
    for (const anchor of statements.anchors) {
      this.#anchors.set(anchor.entries, [...(this.#anchors.get(anchor.entries) ?? []), anchor]);
    }
  }

  get format(): number {
    return this.#format;
  }

  /** Lines are of this file from now on. */
  begin(file: string, isLast: boolean): void {
    const isFirst = this.#last === '';
    if (isFirst && findSegmentName(file)?.number !== 1) this.add('the file before it is missing', file);
    else if (!isFirst && this.#next === undefined) this.add(`${this.#last} was not closed before it`, file);
    else if (!isFirst && this.#next !== file) this.add(`it is in the place of ${this.#next ?? ''}`, file);
    this.#next = undefined;
    this.#last = file;
    this.#isLast = isLast;
    this.#line = 0;
  }

  take(raw: RawLine): void {
    this.#line += 1;
    const text = textOf(raw);
    const check = text === undefined ? undefined : checkLine(text);
    if (text !== undefined && check?.ok === true) return this.#takeSound(text, check);
    const isUnfinished = !raw.isTerminated || raw.hasHole;
    if (this.#isLast && isUnfinished && this.#end.seq >= (this.#head?.entries ?? 0)) {
      this.notes.push(
        `${this.#last} ends with a torn line of ${raw.bytes?.length ?? 0} bytes, never acknowledged; the next entry repairs it`,
      );
      return;
    }
    this.#note(this.#end.seq + 1, describeDamage(raw, check?.ok === false ? check.reason : undefined));
    this.#isBroken = true;
    this.#isAfterDamage = true;
    this.#end = { ...this.#end, seq: this.#end.seq + 1 };
  }

  #takeSound(text: string, line: SoundLine): void {
    const fault = findBreak(line, this.#isAfterDamage ? { ...this.#end, link: line.prev } : this.#end);
    this.#isAfterDamage = false;
    if (fault !== undefined) {
      this.#note(this.#end.seq + 1, fault);
      this.#isBroken = true;
    }
    const keyChange = text.includes(ABOUT_LOG) ? this.#readAboutLog(text) : {};
    if (!this.#isBroken) this.#follow({ ...line, ...keyChange }, line.leaf);
    this.#clockSteps.take(text, line.seq);
    this.#end = { seq: line.seq, hash: line.hash, link: line.link };
    this.#log ??= line.hash;
  }

  /** Signatures and statements about this entry. */
  #follow(line: CoveredLine, leaf: string): void {
    const { seq, hash } = line;
    this.#tree.append(hashLeaf(leaf));
    const forged = this.#coverage.take(line);
    if (forged !== undefined) this.#note(seq, forged);
    if (seq === this.#head?.entries) this.#holdAgainstHead(this.#head, line);
    for (const anchor of this.#anchors.get(seq) ?? []) {
      if (anchor.hash === hash) this.#takeHead(anchor, line);
      else this.#contradict(anchor, 'it is not the entry the anchor names', seq);
    }
    const { mark, seen = [] } = this.#statements;
    const isOther = seen.some((known) => known.log === this.#log && known.entries === seq && known.hash !== hash);
    if (isOther || (seq === mark?.seq && hash !== mark.hash))
      this.#push(toMemoryProblem('it is not the entry that this installation remembers', seq, this.#placeOf(seq)));
  }

  #holdAgainstHead(head: SignedHead, line: CoveredLine): void {
    if (line.hash !== head.hash) this.#note(line.seq, 'it is not the entry the signed head names');
    else if (this.#tree.root() !== head.root) this.#note(undefined, 'its root is not that of the entries', HEAD);
    else this.#takeHead(head, line);
  }

  /** From the second format on every commit has a signature of its own: a head does not make up for one that is gone. */
  #takeHead(head: SignedHead, line: CoveredLine): void {
    if (this.#format < FORMAT) this.#coverage.takeHead(head, line);
  }

  #readAboutLog(text: string): Pick<CoveredLine, 'keyChange'> {
    const { seq, at, kind, body } = parseEntry(text);
    if (!kind.startsWith('log.')) return {};
    this.#events.push({ seq, at, kind, body });
    if (kind === 'log.closed' && typeof body['next'] === 'string') this.#next = body['next'];
    this.#format = formatOf({ kind, body }) ?? this.#format;
    if (this.#format > FORMAT) this.#note(seq, 'a later version of Baton wrote it');
    return concernsKeys(kind) && parseCarried(body) === undefined ? { keyChange: { kind, body } } : {};
  }

  finish(hasFiles: boolean): void {
    const forged = this.#isBroken ? undefined : this.#coverage.confirm();
    if (forged !== undefined) this.#note(forged.seq, forged.reason);
    this.#checkHead(hasFiles);
    this.#checkAnchors();
    this.#checkMemory();
    this.#findUncovered();
    this.notes.push(...this.#clockSteps.notes);
    for (const { seq, by, reason } of this.#coverage.ring.takeovers) {
      this.notes.push(`from entry ${seq} on another key signs: ${by}, ${JSON.stringify(reason)}`);
    }
  }

  #findUncovered(): void {
    if (this.#isBroken) return;
    const first = this.#coverage.covered.seq + 1;
    const count = this.#end.seq - first + 1;
    if (count <= 0) return;
    const reason = count === 1 ? 'no signature covers it' : `no signature covers it and the ${count - 1} after it`;
    const isTail = this.#isLast && this.#coverage.covered.seq >= (this.#head?.entries ?? 0);
    if (!isTail) return this.#note(first, reason);
    this.#push({ entry: first, file: this.#last, line: this.#line, reason, about: 'tail' });
  }

  #checkAnchors(): void {
    const { history } = this.#coverage.ring;
    for (const anchor of this.#statements.anchors) {
      const { entries, log, key } = anchor;
      if (!isGenuine(anchor) || !history.has(key))
        this.#contradict(anchor, 'it is signed by a key that the log does not list');
      else if (log !== this.#log) this.#contradict(anchor, 'it is the anchor of another log');
      else if (entries > this.#end.seq)
        this.#contradict(anchor, `${entries} entries were anchored, ${this.#end.seq} are here`, this.#end.seq + 1);
    }
  }

  #contradict(anchor: SignedHead, reason: string, entry?: number): void {
    this.#contradicted.push({ anchor, entry, reason });
    this.#push({ entry, file: ANCHOR, line: undefined, reason, about: 'anchor' });
  }

  #checkMemory(): void {
    const { takeovers } = this.#coverage.ring;
    const { keys } = this;
    const place = { entries: this.#end.seq, after: this.#placeAfterEnd };
    const now = { log: this.#log, isBroken: this.#isBroken, keys, takeovers, ...place };
    const { mark, seen = [] } = this.#statements;
    this.#push(findMarkProblem(mark, now));
    this.#push(findSeenProblem(seen, now));
  }

  #checkHead(hasFiles: boolean): void {
    const { head } = this.#statements;
    if (head === undefined) {
      if (hasFiles) this.#note(undefined, 'the signed head is missing', HEAD);
      return;
    }
    if (head === 'damaged' || !isGenuine(head)) return this.#note(undefined, 'the signed head is not genuine', HEAD);
    if (this.#end.seq < head.entries) {
      const missing = head.entries - this.#end.seq;
      const reason = `${missing} ${missing === 1 ? 'entry is' : 'entries are'} cut off: ${head.entries} were signed`;
      this.#push({ ...this.#placeAfterEnd, reason });
    } else if (head.entries > 0 && this.problems.length === 0) this.#checkSigner(head);
  }

  #checkSigner(head: SignedHead): void {
    if (head.log !== this.#log) this.#note(1, 'the signed head belongs to another log');
    else if (!this.#coverage.ring.history.has(head.key))
      this.#note(undefined, 'it is signed by a key that the log does not list', HEAD);
  }

  #placeOf(entry: number): Pick<AuditProblem, 'entry' | 'file' | 'line'> {
    return { entry, file: this.#last, line: this.#line };
  }

  get #placeAfterEnd(): Pick<AuditProblem, 'entry' | 'file' | 'line'> {
    return { entry: this.#end.seq + 1, file: this.#last === '' ? HEAD : this.#last, line: undefined };
  }

  /** After a break everything may look wrong: the first few places are what people need. */
  #push(problem: AuditProblem | undefined): void {
    if (problem !== undefined && this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  #note(entry: number | undefined, reason: string, file = this.#last, hasLine = file === this.#last): void {
    const line = hasLine ? this.#line : undefined;
    this.#push({ entry, file, line, reason });
  }

  /** What is wrong beside the entries: with the key, or with what is kept beside them. */
  add(reason: string, file: string): void {
    this.#note(undefined, reason, file, false);
  }

  get head(): SignedHead | undefined {
    return this.#head;
  }

  /** Keys that may sign the next commit. */
  get keys(): ReadonlySet<string> {
    return this.#coverage.ring.keys;
  }

  report(): AuditReport {
    const { problems, notes } = this;
    return {
      ok: problems.length === 0,
      entries: this.#end.seq,
      brokenAt: problems.find(({ entry }) => entry !== undefined)?.entry,
      problems,
      notes,
      head: this.#head,
      keys: [...this.#coverage.ring.history],
      takeovers: this.#coverage.ring.takeovers,
      contradicted: this.#contradicted,
      replaced: (this.#statements.seen ?? []).filter(({ log }) => log !== this.#log),
      events: this.#events,
    };
  }
}
