import {
  findHead,
  GrowingTree,
  hashLeaf,
  leafOf,
  parseEntry,
  renderHead,
  type SignedHead,
} from '../../../kernel/audit/index.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { AuditPiece, AuditTransfer } from '../../../kernel/ports/index.ts';
import type { AuditStatements, LineRow } from './audit-rows.ts';
import type { Connection } from '../connection/dial.ts';
import type { Database } from '../database.ts';
import { send } from '../connection/statements.ts';

/** The connection on which a whole store is being taken in; nobody else sees any of it yet. */
export interface Staging {
  connection: Connection | undefined;
}

const BATCH = 500;

/** The log of a schema as a whole, line by line. What is taken in lasts with the tasks that are taken in beside it. */
export const createAuditTransfer = (
  database: Database,
  staging: Staging,
  statements: AuditStatements,
): AuditTransfer => ({
  read: () => readPieces(database, statements),
  isEmpty: async () => (await database.read(statements.hasLines)).length === 0,
  write: async (pieces) => {
    if (staging.connection === undefined)
      throw new BatonError('INTERNAL', 'an audit log is taken in only beside the tasks it belongs to');
    await writePieces(staging.connection, statements, pieces);
  },
});

/** Up to what the head covers: entries that are added meanwhile belong to a later head. */
async function* readPieces(database: Database, statements: AuditStatements): AsyncGenerator<AuditPiece> {
  const [row] = await database.read(statements.head);
  if (row === undefined) return;
  const head = findHead(String(row['head']));
  if (head === undefined) throw new BatonError('AUDIT_BROKEN', 'the signed head of the audit log is not genuine');
  yield { kind: 'head', head };
  for (let after = 0; after < head.entries;) {
    const rows = await database.read(statements.page(after));
    if (rows.length === 0) return;
    for (const { seq, segment, line } of rows) {
      if (Number(seq) > head.entries) return;
      yield { kind: 'entry', file: String(segment), line: String(line) };
    }
    after = Number(rows.at(-1)?.['seq']);
  }
}

async function writePieces(
  connection: Connection,
  statements: AuditStatements,
  pieces: AsyncIterable<AuditPiece>,
): Promise<void> {
  let head: SignedHead | undefined;
  const tree = new GrowingTree();
  let segment = '';
  let rows: LineRow[] = [];
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await send(connection, [statements.add(rows)]);
    rows = [];
  };
  for await (const piece of pieces) {
    if (piece.kind === 'head') {
      head = piece.head;
      continue;
    }
    const draft = parseEntry(piece.line);
    segment = piece.file;
    // The tree beside the head is as large as the head says.
    if (head !== undefined && tree.size < head.entries) tree.append(hashLeaf(leafOf(piece.line)));
    rows.push({ seq: draft.seq, hash: draft.hash, text: piece.line, draft, segment });
    if (rows.length >= BATCH) await flush();
  }
  await flush();
  if (head !== undefined) await send(connection, [statements.putHead(renderHead(head), tree.peaks, segment)]);
}
