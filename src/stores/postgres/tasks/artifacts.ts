import { BatonError } from '../../../kernel/errors/index.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { ArtifactWrite } from '../../../kernel/ports/index.ts';
import type { Row } from '../connection/statements.ts';

/** Where artifacts go that are too large for a row: a folder that every machine sees. */
export interface LargeArtifacts {
  /** Named by its checksum; the same one twice is one file. */
  write(sha256: string, content: Buffer): Promise<void>;
  read(sha256: string): Promise<Buffer | undefined>;
}

const MAX_ROW_BYTES = 1024 * 1024;

export interface ArtifactRow {
  readonly taskId: string;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Base64; absent where the bytes stand outside. */
  readonly content?: string;
}

export async function storeArtifacts(writes: readonly ArtifactWrite[], large: LargeArtifacts): Promise<ArtifactRow[]> {
  const rows: ArtifactRow[] = [];
  for (const { taskId, path, content } of lastOfEach(writes))
    rows.push(await toArtifactRow({ taskId, path }, Buffer.from(content, 'utf8'), large));
  return rows;
}

/** A large one is outside before the row that names it is written: a row never points at nothing. */
export async function toArtifactRow(
  name: Pick<ArtifactRow, 'taskId' | 'path'>,
  bytes: Buffer,
  large: LargeArtifacts,
): Promise<ArtifactRow> {
  const sha256 = sha256Hex(bytes);
  const row = { ...name, sha256, size: bytes.length };
  if (bytes.length <= MAX_ROW_BYTES) return { ...row, content: bytes.toString('base64') };
  await large.write(sha256, bytes);
  return row;
}

/** One statement cannot write the same row twice. */
const lastOfEach = (writes: readonly ArtifactWrite[]): readonly ArtifactWrite[] => [
  ...new Map(writes.map((write) => [`${write.taskId} ${write.path}`, write])).values(),
];

export async function readArtifactRow(row: Row, path: string, large: LargeArtifacts): Promise<Buffer> {
  const content = row['content'];
  if (Buffer.isBuffer(content)) return content;
  const sha256 = String(row['sha256']);
  const bytes = await large.read(sha256);
  if (bytes !== undefined && sha256Hex(bytes) === sha256) return bytes;
  const what = bytes === undefined ? 'is missing' : 'was changed';
  throw new BatonError('ARTIFACT_DAMAGED', `the file of ${path} (${sha256}) ${what}`, { path, sha256 });
}
