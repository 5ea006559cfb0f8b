import {
  findHead,
  GrowingTree,
  hashLeaf,
  parseEntry,
  planProof,
  renderPublicKey,
  type AuditProof,
  type SignedHead,
  type TreeHash,
} from '../../../kernel/audit/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import type {
  AuditDraft,
  AuditEntry,
  AuditFacts,
  AuditFilter,
  AuditLog,
  AuditProblem,
  AuditQuestion,
  AuditReceipt,
  AuditReport,
  AuditTransfer,
} from '../../../kernel/ports/index.ts';
import { ChainWalk, findKeyTrouble, findSigningKey } from '../../audit/index.ts';
import { createAuditStatements, keyOf, type AuditStatements } from './audit-rows.ts';
import {
  broken,
  getGenuine,
  GroupFacts,
  readFacts,
  toTree,
  type AuditAnswer,
  type AuditRequest,
  type AuditWriterDeps,
} from './audit-writer.ts';
import type { Database } from '../connection/database.ts';
import { createAuditTransfer, type Staging } from './audit-transfer.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import type { Transaction, Transactions } from '../connection/transactions.ts';

/** The same lines, chain, head and proofs as in files, in tables that every machine of a fleet sees. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #deps: AuditWriterDeps;
  readonly #statements: AuditStatements;
  readonly #staging: Staging;
  readonly transfer: AuditTransfer;
  #waiting: { readonly request: AuditRequest; settle(answer: AuditAnswer): void; fail(error: unknown): void }[] = [];
  #isWriting = false;

  constructor(database: Database, transactions: Transactions, deps: AuditWriterDeps, staging: Staging) {
    this.#database = database;
    this.#staging = staging;
    this.#transactions = transactions;
    this.#deps = deps;
    this.#statements = createAuditStatements(database.schema);
    this.transfer = createAuditTransfer(database, staging, this.#statements);
  }

  append(drafts: readonly AuditDraft[]): Promise<readonly AuditReceipt[]> {
    return this.decide({}, () => drafts);
  }

  /** What waits at the same time goes into one transaction. */
  async decide(question: AuditQuestion, decide: AuditRequest['decide']): Promise<readonly AuditReceipt[]> {
    const answer = await new Promise<AuditAnswer>((settle, fail) => {
      this.#waiting.push({ request: { question, decide }, settle, fail });
      if (!this.#isWriting) void this.#writeAll();
    });
    if ('refusal' in answer) throw answer.refusal;
    return answer.receipts;
  }

  async ask(question: AuditQuestion): Promise<AuditFacts> {
    const nothing = new GroupFacts(new Set(), new Set());
    const facts = await this.#database.withTables(nothing, async (connection) => {
      return new GroupFacts(...(await readFacts(connection, this.#statements, question)));
    });
    await this.#readGenuineHead();
    return facts.answer(question);
  }

  async *entries(filter: AuditFilter = {}): AsyncIterable<AuditEntry & AuditReceipt> {
    for await (const row of this.#rows(filter)) {
      const entry = parseEntry(String(row['line']));
      yield { ...entry, ref: `${String(row['segment'])}#${entry.seq}` };
    }
  }

  async verify(anchors: readonly SignedHead[] = []): Promise<AuditReport> {
    // The head first: entries that are added while this runs only make the log longer than it says.
    const [found] = await this.#read(this.#statements.head);
    const head = found === undefined ? undefined : (findHead(String(found['head'])) ?? 'damaged');
    const walk = new ChainWalk(head === 'damaged' ? undefined : head, anchors);
    let segment: string | undefined;
    for await (const row of this.#rows()) {
      if (row['segment'] !== segment) walk.begin((segment = String(row['segment'])), false);
      walk.take(toRawLine(row));
    }
    const { problem, notes } = await findKeyTrouble(this.#deps.files, this.#deps.keyFolder, head);
    walk.finish(head, segment !== undefined, problem);
    walk.notes.push(...notes);
    const report = walk.report();
    const problems = [...report.problems, ...(await this.#findTreeProblem())];
    return { ...report, ok: problems.length === 0, problems };
  }

  /** Writers build on the tree that is kept beside the head. */
  async #findTreeProblem(): Promise<AuditProblem[]> {
    const [row] = await this.#read(this.#statements.head);
    const head = row === undefined ? undefined : findHead(String(row['head']));
    if (row === undefined || head === undefined) return [];
    if (toTree(row, head).root() === head.root) return [];
    return [
      { entry: undefined, file: 'audit_head', line: undefined, reason: 'the tree beside it is not the signed one' },
    ];
  }

  /** Every machine of a fleet signs with one key: as long as any of them has it, it is copied and not replaced. */
  async rekey(): Promise<undefined> {
    const head = await this.#readGenuineHead();
    const key = await findSigningKey(this.#deps.files, this.#deps.keyFolder);
    if (head === undefined || (key !== undefined && renderPublicKey(key) === head.key)) return undefined;
    throw new BatonError('AUDIT_KEY_MISSING', 'the key of an audit log in a database is not replaced from one machine');
  }

  async prove(seq: number): Promise<AuditProof | undefined> {
    const head = await this.#readGenuineHead();
    if (head === undefined || seq < 1 || seq > head.entries) return undefined;
    const leaves: TreeHash[] = [];
    const tree = new GrowingTree();
    let wanted: string | undefined;
    for await (const { line } of this.#rows()) {
      if (leaves.length === head.entries) break;
      const leaf = hashLeaf(String(line));
      leaves.push(leaf);
      tree.append(leaf);
      if (leaves.length === seq) wanted = String(line);
    }
    if (wanted === undefined || tree.root() !== head.root)
      throw broken('the audit log does not lead to its signed root');
    return planProof(wanted, seq - 1, leaves, head);
  }

  async head(): Promise<SignedHead | undefined> {
    const [row] = await this.#read(this.#statements.head);
    const head = row === undefined ? undefined : findHead(String(row['head']));
    return head?.entries === 0 ? undefined : head;
  }

  /** The connections belong to the tasks' store. */
  async close(): Promise<void> {}

  /** While a whole store is being taken in, what is looked at is what was taken in so far. */
  async #read(statement: Statement): Promise<readonly Row[]> {
    const { connection } = this.#staging;
    return connection === undefined
      ? await this.#database.read(statement)
      : ((await send(connection, [statement]))[0] ?? []);
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const answers = await this.#transactions.run(
          async (transaction) => await transaction.append(group.map(({ request }) => request)),
        );
        for (const [at, answer] of answers.entries()) group[at]?.settle(answer);
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    this.#isWriting = false;
  }

  async #readGenuineHead(): Promise<SignedHead | undefined> {
    const [row] = await this.#read(this.#statements.head);
    if (row !== undefined) return getGenuine(row);
    const lines = await this.#read(this.#statements.hasLines);
    if (lines.length > 0) throw broken('the audit log has lost its signed head');
    return undefined;
  }

  async *#rows(filter: AuditFilter = {}): AsyncIterable<Row> {
    for (let after = 0; ;) {
      const rows = await this.#read(this.#statements.page(after, filter));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = Number(last['seq']);
    }
  }
}

/** The same log inside a transaction: what is added is stored with all the rest of it, or not at all. */
export const createAuditWithin = (log: AuditLog, transaction: Transaction): AuditLog => {
  const decide: AuditLog['decide'] = async (question, decideOn) => {
    const [answer] = await transaction.append([{ question, decide: decideOn }]);
    if (answer === undefined || 'refusal' in answer) throw answer?.refusal;
    return answer.receipts;
  };
  return {
    append: async (drafts) => await decide({}, () => drafts),
    decide,
    ask: async (question) => await log.ask(question),
    entries: (filter) => log.entries(filter),
    verify: async (anchors) => await log.verify(anchors),
    rekey: async (note, anchors) => await log.rekey(note, anchors),
    prove: async (seq) => await log.prove(seq),
    head: async () => await log.head(),
    transfer: log.transfer,
    close: async () => undefined,
  };
};

/** A row whose columns say other than its line counts as a damaged line: claims and flags are looked up by them. */
function toRawLine(row: Row) {
  const bytes = Buffer.from(isTrue(row) ? String(row['line']) : '', 'utf8');
  return { position: 0, end: bytes.length, isTerminated: true, hasHole: false, bytes };
}

function isTrue({ line, seq, claim_key, flag_key, flag_up }: Row): boolean {
  try {
    const entry = parseEntry(String(line));
    return (
      entry.seq === seq &&
      keyOf(entry.claim) === claim_key &&
      keyOf(entry.flag?.name) === flag_key &&
      (entry.flag?.up ?? null) === flag_up
    );
  } catch {
    // Not an entry at all: the walk says so.
    return true;
  }
}
