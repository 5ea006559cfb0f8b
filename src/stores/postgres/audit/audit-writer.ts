import type { KeyObject } from 'node:crypto';
import {
  checkLine,
  EMPTY_CHAIN,
  findBreak,
  findHead,
  GrowingTree,
  hashLeaf,
  isGenuine,
  NO_ENTRY,
  renderHead,
  renderPublicKey,
  sealEntry,
  signHead,
  type ChainEnd,
  type SignedHead,
} from '../../../kernel/audit/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { AuditDraft, AuditFacts, AuditQuestion, AuditReceipt, Clock, Files } from '../../../kernel/ports/index.ts';
import { renderIsoDate, renderIsoTime } from '../../../kernel/time.ts';
import { findSigningKey, getSigningKey, renderSegmentName } from '../../audit/index.ts';
import { createAuditStatements, keyOf, type AuditStatements, type LineRow } from './audit-rows.ts';
import type { Connection } from '../connection/connections.ts';
import { send, type Row } from '../connection/statements.ts';

export interface AuditWriterDeps {
  readonly files: Files;
  readonly keyFolder: string;
  readonly clock: Clock;
}

export interface AuditRequest {
  readonly question: AuditQuestion;
  decide(facts: AuditFacts): readonly AuditDraft[];
}

export type AuditAnswer = { readonly receipts: readonly AuditReceipt[] } | { readonly refusal: unknown };

export interface Appended {
  /** In the order of the requests. */
  readonly answers: readonly AuditAnswer[];
  /** The last line that was added; undefined where there was nothing to add. */
  readonly last: { readonly seq: number; readonly text: string } | undefined;
  readonly end: ChainEnd;
}

/** So many entries before the end are checked when a process first adds to the log. */
const CHECKED_ENTRIES = 1_000;

/** The state of the log that its next entries build on. */
interface Open {
  readonly key: KeyObject;
  readonly head: SignedHead;
  readonly tree: GrowingTree;
  readonly end: ChainEnd;
  readonly segment: string;
}

/** Adds entries inside a transaction that somebody else commits. */
export class AuditWriter {
  readonly #deps: AuditWriterDeps;
  readonly #statements: AuditStatements;
  #sound: ChainEnd = EMPTY_CHAIN;

  constructor(deps: AuditWriterDeps, schema: string) {
    this.#deps = deps;
    this.#statements = createAuditStatements(schema);
  }

  /** The entries of all requests, in one group: one turn at the end of the chain, one signature. */
  async append(connection: Connection, requests: readonly AuditRequest[]): Promise<Appended> {
    const open = await this.#open(connection);
    const facts = await this.#readFacts(connection, requests);
    const rows: LineRow[] = [];
    let end = open.end;
    const add = (draft: AuditDraft): LineRow => {
      const { seq, hash, text } = sealEntry(draft, renderIsoTime(this.#deps.clock.now()), end);
      end = { seq, hash };
      open.tree.append(hashLeaf(text));
      const row = { seq, text, draft, segment: open.segment };
      rows.push(row);
      facts.note(draft);
      return row;
    };
    const answers: AuditAnswer[] = [];
    for (const request of requests) {
      const decision = decideOn(request, facts);
      const refusal =
        'refusal' in decision ? decision.refusal : await this.#findClaimed(connection, decision.drafts, facts);
      if ('refusal' in decision || refusal !== undefined) {
        answers.push({ refusal });
        continue;
      }
      const { drafts } = decision;
      if (end.seq === 0 && drafts.length > 0) add({ kind: 'log.opened', body: { key: renderPublicKey(open.key) } });
      answers.push({ receipts: drafts.map((draft) => toReceipt(add(draft))) });
    }
    if (rows.length > 0) await this.#store(connection, open, rows, end);
    return { answers, last: rows.at(-1), end };
  }

  /** Committed: what comes next is held against it. */
  confirm(end: ChainEnd): void {
    this.#sound = end;
  }

  async #store(connection: Connection, open: Open, rows: readonly LineRow[], end: ChainEnd): Promise<void> {
    const { tree, key } = open;
    const [first] = rows;
    const log = open.head.log === NO_ENTRY && first?.seq === 1 ? hashOf(first.text) : open.head.log;
    const at = renderIsoTime(this.#deps.clock.now());
    const head = signHead({ log, entries: end.seq, hash: end.hash, root: tree.root(), at }, key);
    await send(connection, [this.#statements.add(rows), this.#statements.setHead(renderHead(head), tree.peaks)]);
  }

  async #open(connection: Connection): Promise<Open> {
    const [[row] = []] = await send(connection, [this.#statements.lockHead]);
    if (row === undefined) {
      await this.#create(connection);
      return await this.#open(connection);
    }
    const head = getGenuine(row);
    const key = await this.#getKey(head);
    const { end, unsigned } = await this.#readEnd(connection, head);
    const tree = toTree(row, head);
    if (tree.root() !== head.root) throw broken('the tree over the audit log is not the signed one');
    for (const line of unsigned) tree.append(hashLeaf(line));
    return { key, head, tree, end, segment: String(row['segment']) };
  }

  /** The head of an empty log is there before the first entry: a log without one was tampered with. */
  async #create(connection: Connection): Promise<void> {
    const [lines = []] = await send(connection, [this.#statements.hasLines]);
    if (lines.length > 0) throw broken('the audit log has lost its signed head');
    const key = await getSigningKey(this.#deps.files, this.#deps.keyFolder);
    const now = this.#deps.clock.now();
    const root = new GrowingTree().root();
    const head = signHead({ log: NO_ENTRY, entries: 0, hash: NO_ENTRY, root, at: renderIsoTime(now) }, key);
    const segment = renderSegmentName({ date: renderIsoDate(now), number: 1 });
    await send(connection, [this.#statements.createHead(renderHead(head), segment)]);
  }

  async #getKey(head: SignedHead): Promise<KeyObject> {
    const key = await findSigningKey(this.#deps.files, this.#deps.keyFolder);
    if (key !== undefined && renderPublicKey(key) === head.key) return key;
    const has = key === undefined ? 'has no key' : 'has another key than the one';
    throw new BatonError('AUDIT_KEY_MISSING', `this machine ${has} that signs the audit log in the database`);
  }

  /**
   * From the last entry known to be sound, or a good way back, up to the end. A log that came out of files may have
   * entries that its head does not cover yet: the next one covers them.
   */
  async #readEnd(
    connection: Connection,
    head: SignedHead,
  ): Promise<{ readonly end: ChainEnd; readonly unsigned: readonly string[] }> {
    const known = this.#sound;
    const from = Math.max(1, known.seq === 0 ? head.entries - CHECKED_ENTRIES : known.seq);
    const [lines = []] = await send(connection, [this.#statements.tail(from)]);
    const unsigned: string[] = [];
    let end: ChainEnd | undefined = from === 1 ? EMPTY_CHAIN : undefined;
    for (const { line } of lines) {
      const check = checkLine(String(line));
      const at = (end?.seq ?? from - 1) + 1;
      if (!check.ok) throw broken(`the audit log is broken at entry ${at}: ${check.reason}`);
      const fault = findBreak(check, end ?? { seq: from - 1, hash: check.prev });
      if (fault !== undefined) throw broken(`the audit log is broken at entry ${at}: ${fault}`);
      for (const sure of [known, { seq: head.entries, hash: head.hash }])
        if (sure.seq === check.seq && sure.hash !== check.hash)
          throw broken(`entry ${at} of the audit log was exchanged`);
      if (check.seq > head.entries) unsigned.push(String(line));
      end = { seq: check.seq, hash: check.hash };
    }
    const signed = Math.max(head.entries, known.seq);
    if (end === undefined || end.seq < signed)
      throw broken(`the audit log ends before entry ${signed}, but that was signed`);
    return { end, unsigned };
  }

  async #readFacts(connection: Connection, requests: readonly AuditRequest[]): Promise<GroupFacts> {
    const claims = requests.flatMap(({ question }) => question.claims ?? []);
    const flags = requests.flatMap(({ question }) => question.flags ?? []);
    return new GroupFacts(...(await readFacts(connection, this.#statements, { claims, flags })));
  }

  async #findClaimed(
    connection: Connection,
    drafts: readonly AuditDraft[],
    facts: GroupFacts,
  ): Promise<BatonError | undefined> {
    const claims = drafts.flatMap(({ claim }) => (claim === undefined ? [] : [claim]));
    if (claims.length === 0) return undefined;
    const [taken = []] = await send(connection, [this.#statements.claimed(claims)]);
    const keys = new Set(taken.map((row) => row['claim_key']));
    const again = claims.find(
      (claim, at) => keys.has(keyOf(claim)) || facts.isClaimed(claim) || claims.indexOf(claim) !== at,
    );
    return again === undefined ? undefined : new BatonError('AUDIT_CLAIMED', `${again} is in the audit log already`);
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

const toReceipt = ({ seq, segment }: LineRow): AuditReceipt => ({ seq, ref: `${segment}#${seq}` });

function hashOf(line: string): string {
  const check = checkLine(line);
  return check.ok ? check.hash : NO_ENTRY;
}

/** Keys of claimed names and of raised flags, among those asked for. */
export async function readFacts(
  connection: Connection,
  statements: AuditStatements,
  { claims = [], flags = [] }: AuditQuestion,
): Promise<[Set<unknown>, Set<unknown>]> {
  if (claims.length + flags.length === 0) return [new Set(), new Set()];
  const [claimed = [], flagged = []] = await send(connection, [statements.claimed(claims), statements.flagged(flags)]);
  return [new Set(claimed.map((row) => row['claim_key'])), new Set(flagged.map((row) => row['key']))];
}

/** What is claimed and flagged, with what the entries of this group have changed about it. */
export class GroupFacts {
  readonly #claimed: Set<unknown>;
  readonly #flagged: Set<unknown>;

  constructor(claimed: Set<unknown>, flagged: Set<unknown>) {
    this.#claimed = claimed;
    this.#flagged = flagged;
  }

  isClaimed(claim: string): boolean {
    return this.#claimed.has(keyOf(claim));
  }

  answer({ claims = [], flags = [] }: AuditQuestion): AuditFacts {
    return {
      claimed: new Set(claims.filter((claim) => this.isClaimed(claim))),
      flagged: new Set(flags.filter((flag) => this.#flagged.has(keyOf(flag)))),
    };
  }

  note({ claim, flag }: AuditDraft): void {
    if (claim !== undefined) this.#claimed.add(keyOf(claim));
    if (flag?.up === true) this.#flagged.add(keyOf(flag.name));
    else if (flag !== undefined) this.#flagged.delete(keyOf(flag.name));
  }
}

/** Fails where the head was not signed as it stands. */
export function getGenuine(row: Row): SignedHead {
  const head = findHead(String(row['head']));
  if (head === undefined || !isGenuine(head)) throw broken('the signed head of the audit log is not genuine');
  return head;
}

export const toTree = (row: Row, { entries }: SignedHead): GrowingTree =>
  new GrowingTree(entries, row['peaks'] as string[]);

export const broken = (reason: string): BatonError => new BatonError('AUDIT_BROKEN', reason);
