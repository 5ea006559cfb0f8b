import {
  findHead,
  parseEntry,
  renderPublicKey,
  type AuditProof,
  type SignedHead,
} from '../../../kernel/audit/index.ts';
import type {
  AuditDraft,
  AuditEntry,
  AuditFacts,
  AuditFilter,
  AuditLog,
  AuditQuestion,
  AuditReceipt,
  AuditReport,
  AuditTransfer,
  LostLog,
  RekeyNote,
} from '../../../kernel/ports/index.ts';
import {
  assertSoundBeforeRekey,
  ChainWalk,
  draftRekeyed,
  findSigningKey,
  getSigningKey,
  isLost,
  isWanted,
  proveEntry,
  readOwnKey,
  type OwnKey,
} from '../../audit/index.ts';
import { createAuditStatements, GroupFacts, keyOf, readClaimed, type AuditStatements } from './audit-rows.ts';
import {
  broken,
  getGenuine,
  toTree,
  type AuditAnswer,
  type AuditRequest,
  type AuditWriter,
  type AuditWriterDeps,
} from './audit-writer.ts';
import type { Database } from '../database.ts';
import { createAuditTransfer, type Staging } from './audit-transfer.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import { NOTHING_READ } from './trusted-log.ts';
import type { Transactions } from '../transactions.ts';

/** The same lines, chain, head and proofs as in files, in tables that every machine of a fleet sees. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: Database;
  readonly #transactions: Transactions;
  readonly #deps: AuditWriterDeps;
  readonly #statements: AuditStatements;
  readonly #staging: Staging;
  readonly #writer: AuditWriter;
  readonly #markName: string;
  readonly transfer: AuditTransfer;
  #waiting: { readonly request: AuditRequest; settle(answer: AuditAnswer): void; fail(error: unknown): void }[] = [];
  #isWriting = false;

  constructor(
    database: Database,
    transactions: Transactions,
    deps: AuditWriterDeps & { readonly writer: AuditWriter; readonly markName: string },
    staging: Staging,
  ) {
    this.#writer = deps.writer;
    this.#markName = deps.markName;
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
  decide(question: AuditQuestion, decide: AuditRequest['decide']): Promise<readonly AuditReceipt[]> {
    return this.#submit({ question, decide });
  }

  async #submit(request: AuditRequest): Promise<readonly AuditReceipt[]> {
    const answer = await new Promise<AuditAnswer>((settle, fail) => {
      this.#waiting.push({ request, settle, fail });
      if (!this.#isWriting) void this.#writeAll();
    });
    if ('refusal' in answer) throw answer.refusal;
    return answer.receipts;
  }

  async ask(question: AuditQuestion): Promise<AuditFacts> {
    const nothing = new GroupFacts(new Set(), new Set());
    const facts = await this.#database.withTables(nothing, async (connection) => {
      const { flags } = await this.#writer.read(connection);
      return new GroupFacts(await readClaimed(connection, this.#statements, question.claims ?? []), flags);
    });
    return facts.answer(question);
  }

  async *entries(filter: AuditFilter = {}): AsyncIterable<AuditEntry & AuditReceipt> {
    const last = await this.#database.withTables(0, async (connection) => (await this.#writer.read(connection)).seq);
    for await (const row of this.#rows(filter)) {
      const entry = parseEntry(String(row['line']));
      if (entry.seq > last) return;
      if (isWanted(entry, filter)) yield { ...entry, ref: `${String(row['segment'])}#${entry.seq}` };
    }
  }

  verify(anchors: readonly SignedHead[] = []): Promise<AuditReport> {
    return this.#verify(anchors, 'our key');
  }

  async #verify(anchors: readonly SignedHead[], signer: 'our key' | 'any key'): Promise<AuditReport> {
    // The head first: entries that are added while this runs only make the log longer than it says.
    const [found] = await this.#read(this.#statements.head);
    const head = found === undefined ? undefined : (findHead(String(found['head'])) ?? 'damaged');
    const beside = await readOwnKey(this.#deps.files, this.#deps.keyFolder, this.#markName);
    const mark = beside.fault === undefined ? ((await this.#writer.findMark()) ?? beside.mark) : undefined;
    const own = { ...beside, mark, hasMarkFile: beside.hasMarkFile || (await this.#writer.memory.isKeptOutside()) };
    const walk = new ChainWalk({ head, anchors, mark: signer === 'any key' ? undefined : mark });
    let segment: string | undefined;
    for await (const row of this.#rows()) {
      if (row['segment'] !== segment) walk.begin((segment = String(row['segment'])), false);
      walk.take(toRawLine(row));
    }
    walk.finish(segment !== undefined);
    const fault = signer === 'any key' || head === undefined ? undefined : findKeyProblem(walk, own);
    if (fault !== undefined) walk.add(fault, 'keys');
    const entries = walk.report().entries;
    for (const reason of await this.#findHeadProblems(entries)) walk.add(reason, 'audit_head');
    walk.notes.push(...own.notes);
    return walk.report();
  }

  /** Head and tree are stored with the entries they speak of: neither can lag behind them. */
  async #findHeadProblems(entries: number): Promise<string[]> {
    const [row] = await this.#read(this.#statements.head);
    const head = row === undefined ? undefined : findHead(String(row['head']));
    if (row === undefined || head === undefined) return [];
    return [
      ...(toTree(row, head).root() === head.root ? [] : ['the tree beside it is not the signed one']),
      ...(head.entries >= entries ? [] : [`it names ${head.entries} entries, but there are ${entries}`]),
    ];
  }

  /** For a fleet that has lost every key its log lists; as long as one is left, its machine lets others in. */
  async rekey(note: RekeyNote, anchors: readonly SignedHead[] = []): Promise<AuditReceipt | undefined> {
    const { files, keyFolder } = this.#deps;
    const head = await this.#readGenuineHead();
    if (head === undefined) return undefined;
    assertSoundBeforeRekey(await this.#verify(anchors, 'any key'));
    const found = await findSigningKey(files, keyFolder);
    const { keys } = await this.#database.withTables(NOTHING_READ, (connection) => this.#writer.read(connection));
    if (found !== undefined && keys.includes(renderPublicKey(found))) return undefined;
    if (note.dryRun === true) return { seq: head.entries + 1, ref: '' };
    const key = await getSigningKey(files, keyFolder);
    const draft = draftRekeyed(note, head.key, renderPublicKey(key));
    const [receipt] = await this.#submit({ question: {}, takesOver: true, decide: () => [draft] });
    await this.remember();
    return receipt;
  }

  /** In a transaction of its own: nobody else's entry may pass with it. */
  async acceptLoss(
    decide: (lost: LostLog, facts: AuditFacts) => readonly AuditDraft[],
  ): Promise<readonly AuditReceipt[]> {
    const lost = await this.#readLost();
    const request: AuditRequest = {
      question: { flags: lost.flags },
      acceptsLoss: true,
      decide: (facts) => decide(lost, facts),
    };
    const [answer] = await this.#transactions.run(async (transaction) => await transaction.append([request]));
    if (answer === undefined || 'refusal' in answer) throw answer?.refusal;
    // Only now: if this never happens, the machine still refuses to go on, and the same call completes it.
    await this.#writer.remember('instead');
    return answer.receipts;
  }

  async #readLost(): Promise<LostLog> {
    const mark = await this.#writer.findMark();
    const head = await this.#readGenuineHead();
    if (mark === undefined) return { entries: 0, flags: [] };
    const { takeovers } = await this.#verify([], 'any key');
    const [row] = head === undefined ? [] : await this.#read(this.#statements.tail(mark.seq - 1));
    const hashes = new Map(row === undefined ? [] : [[Number(row['seq']), parseEntry(String(row['line'])).hash]]);
    const now = { log: head?.log, takeovers, hashes };
    return isLost(mark, now) ? { entries: mark.seq, flags: mark.flags } : { entries: 0, flags: [] };
  }

  async remember(): Promise<void> {
    await this.#database.withTables(undefined, async (connection) => void (await this.#writer.read(connection)));
    await this.#writer.remember();
  }

  async prove(seq: number): Promise<AuditProof | undefined> {
    return await proveEntry(this.#lines(), await this.#readGenuineHead(), seq);
  }

  async *#lines(): AsyncIterable<string> {
    for await (const { line } of this.#rows()) yield String(line);
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

/** Why this machine cannot go on with the log; one that never wrote to it need not be able to. */
function findKeyProblem({ keys }: ChainWalk, { key, mark, fault, hasMarkFile }: OwnKey): string | undefined {
  if (fault !== undefined) return fault;
  if (key === undefined) return hasMarkFile ? `the key of this machine is gone: ${ADMIT_HINT}` : undefined;
  if (keys.size > 0 && !keys.has(key)) return `the log does not list the key of this machine: ${ADMIT_HINT}`;
  return mark === undefined && hasMarkFile ? 'what this machine remembers of the log was changed' : undefined;
}

const ADMIT_HINT = 'a machine whose key it lists can let it in by baton audit admit';

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
