import type { KeyObject } from 'node:crypto';
import {
  addSignature,
  findHead,
  GrowingTree,
  hashLeaf,
  isGenuine,
  KEY_ADDED,
  KEY_REMOVED,
  linkOf,
  NO_ENTRY,
  REKEYED,
  renderHead,
  renderPublicKey,
  sealEntry,
  signCommit,
  signHead,
  type AuditMark,
  type ChainEnd,
  type SealedEntry,
  type SignedHead,
} from '../../../kernel/audit/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { AuditDraft, AuditFacts, AuditQuestion, AuditReceipt, Clock } from '../../../kernel/ports/index.ts';
import { renderIsoDate, renderIsoTime } from '../../../kernel/time.ts';
import { draftUpgraded, findSigningKey, FORMAT, getSigningKey, renderSegmentName } from '../../audit/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import { createAuditStatements, GroupFacts, readClaimed, type AuditStatements, type LineRow } from './audit-rows.ts';
import { MachineMemory, type MachineMemoryDeps } from './machine-memory.ts';
import { checkBefore, followLog, fromMark, NOTHING_READ, toMark, type TrustedLog } from './trusted-log.ts';

export interface AuditWriterDeps extends MachineMemoryDeps {
  readonly clock: Clock;
}

export interface AuditRequest {
  readonly question: AuditQuestion;
  /** The key of this machine takes the log over: no key that it lists is left. */
  readonly takesOver?: boolean;
  /** A person accepts that this is not the log that this machine remembers: it is read from its first entry on. */
  readonly acceptsLoss?: boolean;
  decide(facts: AuditFacts): readonly AuditDraft[];
}

export type AuditAnswer = { readonly receipts: readonly AuditReceipt[] } | { readonly refusal: unknown };

export interface Appended {
  /** In the order of the requests. */
  readonly answers: readonly AuditAnswer[];
  /** The last line that was added; undefined if there was nothing to add. */
  readonly last: { readonly seq: number; readonly text: string } | undefined;
  readonly end: TrustedLog;
}

/** After so many entries, or so much time, what was read is kept in a file: later processes build on that. */
const REMEMBER_ENTRIES = 256;
const REMEMBER_MS = 1_000;

/** The state of the log that its next entries build on. */
interface Open {
  readonly key: KeyObject;
  readonly head: SignedHead;
  readonly tree: GrowingTree;
  readonly trusted: TrustedLog;
  readonly segment: string;
}

interface OpenMode {
  readonly takesOver: boolean;
  readonly acceptsLoss: boolean;
}

/** Adds entries inside a transaction that somebody else commits. */
export class AuditWriter {
  readonly #deps: AuditWriterDeps;
  readonly #statements: AuditStatements;
  readonly memory: MachineMemory;
  #trusted: TrustedLog | undefined;
  #rememberedSeq = 0;
  #rememberedMs = 0;

  constructor(deps: AuditWriterDeps, schema: string, markName: string) {
    this.#deps = deps;
    this.#statements = createAuditStatements(schema);
    this.memory = new MachineMemory(deps, markName);
  }

  /** The entries of all requests, in one group: one turn at the end of the chain, one signature. */
  async append(connection: Connection, requests: readonly AuditRequest[]): Promise<Appended> {
    const open = await this.#open(connection, {
      takesOver: requests.some(({ takesOver }) => takesOver === true),
      acceptsLoss: requests.some(({ acceptsLoss }) => acceptsLoss === true),
    });
    const claims = requests.flatMap(({ question }) => question.claims ?? []);
    const facts = new GroupFacts(await readClaimed(connection, this.#statements, claims), open.trusted.flags);
    const group = new Group(open, facts, this.#deps.clock);
    const answers: AuditAnswer[] = [];
    for (const request of requests) answers.push(await this.#answer(connection, request, group));
    const rows = group.close();
    if (rows.length > 0) await this.#store(connection, open, rows, group.end);
    return { answers, last: rows.at(-1), end: group.toTrusted() };
  }

  async #answer(connection: Connection, request: AuditRequest, group: Group): Promise<AuditAnswer> {
    const decision = decideOn(request, group.facts);
    if ('refusal' in decision) return decision;
    const refusal = await this.#findClaimed(connection, decision.drafts, group.facts);
    return refusal === undefined ? { receipts: group.add(decision.drafts) } : { refusal };
  }

  /** Committed: what comes next is held against it. */
  confirm(end: TrustedLog): void {
    this.#trusted = end;
  }

  /** The log as it is now, as far as it is sound; never writes. */
  async read(connection: Connection): Promise<TrustedLog> {
    // Before the head: one that was read later can only speak of more.
    const start = await this.#findStart();
    const [[row] = []] = await send(connection, [this.#statements.head]);
    if (row === undefined) {
      await this.#assertEmpty(connection, start);
      return NOTHING_READ;
    }
    const head = getGenuine(row);
    const trusted = await this.#follow(connection, head, start, head.entries);
    if (trusted.seq > (this.#trusted?.seq ?? 0)) this.#trusted = trusted;
    return trusted;
  }

  /** Keeps beside the key how far the log was read, for later processes of this machine. */
  async remember(when: 'now' | 'if newer' | 'if due' | 'instead' = 'now'): Promise<void> {
    const trusted = this.#trusted;
    if (trusted === undefined || trusted.seq === 0 || !this.#isDue(trusted, when)) return;
    const { files, keyFolder } = this.#deps;
    const key = await findSigningKey(files, keyFolder);
    // A key that went away in the meantime is for `verify` to find, not for this to make again.
    if (key === undefined) return;
    const mark = await this.memory.read(key);
    // Another process of this machine may have come further.
    const isOlder = when !== 'instead' && mark !== undefined && mark.log === trusted.log && mark.seq > trusted.seq;
    if (!isOlder) await this.memory.write(toMark(trusted), key);
    this.#rememberedSeq = trusted.seq;
    this.#rememberedMs = this.#deps.clock.now();
  }

  /** What this machine remembers of the log; undefined if that is nothing. */
  async findMark(): Promise<AuditMark | undefined> {
    const { files, keyFolder } = this.#deps;
    const key = await findSigningKey(files, keyFolder);
    const mark = key === undefined ? undefined : await this.memory.read(key);
    return mark?.seq === 0 ? undefined : mark;
  }

  #isDue({ seq }: TrustedLog, when: 'now' | 'if newer' | 'if due' | 'instead'): boolean {
    const entries = seq - this.#rememberedSeq;
    if (when !== 'if due') return when !== 'if newer' || entries > 0;
    const ms = Math.abs(this.#deps.clock.now() - this.#rememberedMs);
    return entries >= REMEMBER_ENTRIES || (entries > 0 && ms >= REMEMBER_MS);
  }

  async #store(connection: Connection, open: Open, rows: readonly LineRow[], end: ChainEnd): Promise<void> {
    const { tree, key, head: before } = open;
    const log = before.log === NO_ENTRY && rows[0]?.seq === 1 ? rows[0].hash : before.log;
    const at = renderIsoTime(this.#deps.clock.now());
    const head = signHead({ log, entries: end.seq, hash: end.hash, root: tree.root(), at }, key);
    await send(connection, [this.#statements.add(rows), this.#statements.setHead(renderHead(head), tree.peaks)]);
  }

  async #open(connection: Connection, mode: OpenMode): Promise<Open> {
    const [[row] = []] = await send(connection, [this.#statements.lockHead]);
    const start = mode.acceptsLoss ? NOTHING_READ : await this.#findStart();
    if (row === undefined) {
      await this.#create(connection, start);
      return await this.#open(connection, mode);
    }
    const head = getGenuine(row);
    if (this.#trusted === undefined && start.seq > 0)
      await checkBefore(start, (seq) => this.#rowsAfter(connection, seq, start.seq));
    const trusted = await this.#follow(connection, head, start);
    const key = await getSigningKey(this.#deps.files, this.#deps.keyFolder);
    if (trusted.seq > 0 && !mode.takesOver && !trusted.keys.includes(renderPublicKey(key))) throw notListed(key);
    const tree = toTree(row, head);
    if (tree.root() !== head.root) throw broken('the tree over the audit log is not the signed one');
    return { key, head, tree, trusted, segment: String(row['segment']) };
  }

  /** Without a last entry it reads all there is: under the lock of the head there is nothing after it. */
  async #follow(connection: Connection, head: SignedHead, start: TrustedLog, last?: number): Promise<TrustedLog> {
    if (start.log !== undefined && head.log !== start.log)
      throw broken('this is not the audit log that this machine remembers', ACCEPT);
    return await followLog(start, head, (seq) => this.#rowsAfter(connection, seq, last));
  }

  async #findStart(): Promise<TrustedLog> {
    if (this.#trusted !== undefined) return this.#trusted;
    const mark = await this.findMark();
    if (mark === undefined) return NOTHING_READ;
    this.#rememberedSeq = mark.seq;
    return fromMark(mark);
  }

  async *#rowsAfter(connection: Connection, seq: number, last = Infinity): AsyncGenerator<Row> {
    for (let after = seq; after < last;) {
      const [rows = []] = await send(connection, [this.#statements.tail(after)]);
      for (const row of rows) if (Number(row['seq']) <= last) yield row;
      const end = rows.at(-1);
      if (end === undefined) return;
      after = Number(end['seq']);
    }
  }

  /** The head of an empty log is there before the first entry: a log without one was tampered with. */
  async #create(connection: Connection, start: TrustedLog): Promise<void> {
    await this.#assertEmpty(connection, start);
    const key = await getSigningKey(this.#deps.files, this.#deps.keyFolder);
    const now = this.#deps.clock.now();
    const root = new GrowingTree().root();
    const head = signHead({ log: NO_ENTRY, entries: 0, hash: NO_ENTRY, root, at: renderIsoTime(now) }, key);
    const segment = renderSegmentName({ date: renderIsoDate(now), number: 1 });
    const statement: Statement = this.#statements.createHead(renderHead(head), segment);
    await send(connection, [statement]);
  }

  async #assertEmpty(connection: Connection, start: TrustedLog): Promise<void> {
    const [lines = [], heads = []] = await send(connection, [this.#statements.hasLines, this.#statements.head]);
    // Somebody else may have begun the log since it was looked for.
    if (heads.length > 0) return;
    if (lines.length > 0) throw broken('the audit log has lost its signed head');
    if (start.seq > 0) throw broken(`the audit log is gone: this machine remembers ${start.seq} entries`, ACCEPT);
  }

  async #findClaimed(
    connection: Connection,
    drafts: readonly AuditDraft[],
    facts: GroupFacts,
  ): Promise<BatonError | undefined> {
    const claims = drafts.flatMap(({ claim }) => (claim === undefined ? [] : [claim]));
    if (claims.length === 0) return undefined;
    const taken = new GroupFacts(await readClaimed(connection, this.#statements, claims), new Set());
    const again = claims.find(
      (claim, at) => taken.isClaimed(claim) || facts.isClaimed(claim) || claims.indexOf(claim) !== at,
    );
    return again === undefined ? undefined : new BatonError('AUDIT_CLAIMED', `${again} is in the audit log already`);
  }
}

/** Entries that are added together; the last of them carries the signature. */
class Group {
  readonly facts: GroupFacts;
  readonly #open: Open;
  readonly #clock: Clock;
  readonly #rows: LineRow[] = [];
  #last: SealedEntry | undefined;
  #keys: ReadonlySet<string>;
  end: ChainEnd;

  constructor(open: Open, facts: GroupFacts, clock: Clock) {
    this.#open = open;
    this.facts = facts;
    this.#clock = clock;
    this.end = open.trusted;
    this.#keys = new Set(open.trusted.keys);
  }

  add(drafts: readonly AuditDraft[]): AuditReceipt[] {
    if (drafts.length > 0) this.#begin();
    return drafts.map((draft) => {
      const { seq, segment } = this.#addOne(draft);
      return { seq, ref: `${segment}#${seq}` };
    });
  }

  /** What the log has to say before its first entry of this format. */
  #begin(): void {
    const { key, head } = this.#open;
    if (this.end.seq === 0) this.#addOne({ kind: 'log.opened', body: { format: FORMAT, key: renderPublicKey(key) } });
    else if (this.#rows.length === 0 && head.entries > 0 && this.#open.trusted.format < FORMAT)
      this.#addOne(draftUpgraded());
  }

  #addOne(draft: AuditDraft): LineRow {
    const { tree, segment } = this.#open;
    const sealed = sealEntry(draft, renderIsoTime(this.#clock.now()), this.end);
    const { seq, hash, link, text } = sealed;
    this.end = { seq, hash, link };
    this.#last = sealed;
    tree.append(hashLeaf(text));
    const row = { seq, hash, text, draft, segment };
    this.#rows.push(row);
    this.facts.note(draft);
    this.#noteKey(draft);
    return row;
  }

  #noteKey({ kind, body }: AuditDraft): void {
    const { key } = body;
    if (typeof key !== 'string') return;
    if (kind === REKEYED || kind === 'log.opened') this.#keys = new Set([key]);
    else if (kind === KEY_ADDED) this.#keys = new Set([...this.#keys, key]);
    else if (kind === KEY_REMOVED) this.#keys = new Set([...this.#keys].filter((known) => known !== key));
  }

  close(): readonly LineRow[] {
    const [last, row] = [this.#last, this.#rows.at(-1)];
    if (last === undefined || row === undefined) return [];
    const signature = signCommit(last.hash, this.#open.key);
    this.#rows[this.#rows.length - 1] = { ...row, text: addSignature(last, signature) };
    this.end = { ...this.end, link: linkOf(last.hash, signature) };
    return this.#rows;
  }

  toTrusted(): TrustedLog {
    const { trusted } = this.#open;
    const [first] = this.#rows;
    const log = trusted.log ?? first?.hash;
    return { ...this.end, log, keys: [...this.#keys], flags: this.facts.flags, format: FORMAT };
  }
}

type Decision = { readonly drafts: readonly AuditDraft[] } | { readonly refusal: unknown };

/** What one of a group throws is told to that one alone. */
function decideOn({ question, decide }: AuditRequest, facts: GroupFacts): Decision {
  try {
    return { drafts: decide(facts.answer(question)) };
  } catch (refusal) {
    return { refusal };
  }
}

/** Fails if the head was not signed as it stands. */
export function getGenuine(row: Row): SignedHead {
  const head = findHead(String(row['head']));
  if (head === undefined || !isGenuine(head)) throw broken('the signed head of the audit log is not genuine');
  return head;
}

export const toTree = (row: Row, { entries }: SignedHead): GrowingTree => {
  const { peaks } = row;
  return new GrowingTree(entries, Array.isArray(peaks) ? peaks.map(String) : []);
};

export const broken = (reason: string, details: { readonly hint?: string } = {}): BatonError =>
  new BatonError('AUDIT_BROKEN', reason, details);

const ACCEPT = {
  hint: 'restore the database; if that is not possible, a person runs baton audit accept --by PERSON --reason TEXT on a terminal',
};

const notListed = (key: KeyObject): BatonError => {
  const text = renderPublicKey(key);
  return new BatonError('AUDIT_KEY_MISSING', 'the audit log does not list the key of this machine', {
    key: text,
    hint: `on a machine whose key it lists, run: baton audit admit --by PERSON --reason TEXT -- ${text}`,
  });
};
