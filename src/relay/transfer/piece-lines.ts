import type { TaskPiece } from '../../kernel/ports/index.ts';
import type { ArchiveLine } from './archive-line.ts';

const PIECE_BYTES = 256 * 1024;

/** A piece of a store as lines of an archive. */
export function* toLines(piece: TaskPiece): Generator<ArchiveLine> {
  if (piece.kind !== 'artifact') return yield piece;
  yield { kind: 'artifact', taskId: piece.taskId, path: piece.path };
  yield* toBytes(piece.content);
}

export function* toBytes(content: Uint8Array): Generator<ArchiveLine> {
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield { kind: 'bytes', bytes: Buffer.from(content.subarray(at, at + PIECE_BYTES)) };
}
