import { dirname, join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditPiece, AuditTransfer, Files, NewFile } from '../../kernel/ports/index.ts';
import { createHead, readHead } from './head-file.ts';
import { readLines, type ReadDeps } from './read-log.ts';
import { findSegmentName, listSegments, renderSegmentName } from './segment-format.ts';

/** The log of a folder as a whole, line by line. Lists of claims are made again from the entries. */
export const createAuditTransfer = (deps: ReadDeps): AuditTransfer => ({
  read: () => readPieces(deps),
  isEmpty: async () => (await listSegments(deps.files, deps.folder)).length === 0,
  write: (pieces) => writePieces(deps, pieces),
});

async function* readPieces(deps: ReadDeps): AsyncGenerator<AuditPiece> {
  const head = await readHead(deps.files, deps.folder);
  if (head === 'damaged') throw new BatonError('AUDIT_BROKEN', 'the signed head of the audit log is not genuine');
  if (head !== undefined) yield { kind: 'head', head };
  for (const segment of await listSegments(deps.files, deps.folder)) {
    const file = renderSegmentName(segment);
    for await (const { line } of readLines(deps, file)) yield { kind: 'entry', file, line };
  }
}

async function writePieces({ files, folder }: ReadDeps, pieces: AsyncIterable<AuditPiece>): Promise<void> {
  const writer = new SegmentWriter(files, folder);
  try {
    for await (const piece of pieces) {
      if (piece.kind === 'head') {
        await files.createFolder(folder);
        await createHead(files, folder, piece.head);
      } else await writer.add(piece.file, piece.line);
    }
  } finally {
    await writer.finish();
  }
}

/** Files of the log one after another, each written in large pieces. */
class SegmentWriter {
  readonly #files: Files;
  readonly #folder: string;
  #open: { readonly name: string; readonly file: NewFile } | undefined;
  #waiting: string[] = [];
  #size = 0;

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  async add(name: string, line: string): Promise<void> {
    if (findSegmentName(name) === undefined)
      throw new BatonError('AUDIT_BROKEN', `${name} is not the name of an audit log file`);
    if (this.#open?.name !== name) {
      await this.finish();
      const path = join(this.#folder, name);
      await this.#files.createFolder(dirname(path));
      this.#open = { name, file: await this.#files.createNew(path) };
    }
    this.#waiting.push(`${line}\n`);
    this.#size += line.length;
    if (this.#size >= PIECE_CHARACTERS) await this.#write();
  }

  async finish(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    await this.#write();
    this.#open = undefined;
    await open.file.finish();
  }

  async #write(): Promise<void> {
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#size = 0;
    if (text !== '') await this.#open?.file.write(Buffer.from(text, 'utf8'));
  }
}

const PIECE_CHARACTERS = 256 * 1024;
