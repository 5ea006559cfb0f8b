import { isBatonError } from '../../kernel/errors/index.ts';
import { fileChecksum, sha256Tagged } from '../../kernel/hash.ts';
import {
  judgeFile,
  listFilePointers,
  type FilePointer,
  type FileState,
  type HandoffDocument,
  type Judgement,
} from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

type FileParts = Pick<Platform, 'disk' | 'facts' | 'files' | 'project'>;

/** A document with more references than this is not looked after one by one. */
const MAX_FILES = 1_000;
/** Of all files of a document together. */
const MAX_COMPARED_BYTES = 256 * 1024 * 1024;

/** Looks at the files a document points at. */
export async function checkFiles(platform: FileParts, document: HandoffDocument): Promise<Judgement> {
  const { facts, project } = platform;
  const pointers = listFilePointers(document, project.root, facts.homeFolder).slice(0, MAX_FILES);
  const judged: Judgement[] = [];
  let left = MAX_COMPARED_BYTES;
  for (const pointer of pointers) {
    const { state, readBytes } = await inspect(platform, pointer, left);
    left -= readBytes;
    judged.push(judgeFile(pointer, state));
  }
  return { errors: judged.flatMap(({ errors }) => errors), warnings: judged.flatMap(({ warnings }) => warnings) };
}

interface Inspected {
  readonly state: FileState;
  readonly readBytes: number;
}

const unread = (state: FileState): Inspected => ({ state, readBytes: 0 });

async function inspect(
  { disk, files }: FileParts,
  { file, checksum }: FilePointer,
  maxBytes: number,
): Promise<Inspected> {
  try {
    const stat = await disk.stat(file);
    if (stat === undefined) return unread({ kind: 'missing' });
    // A pipe or a device would block, or never end.
    if (stat.kind === 'other') return unread({ kind: 'device' });
    if (checksum === undefined) return unread({ kind: 'present' });
    if (stat.kind === 'folder') return unread({ kind: 'folder' });
    const bytes = await files.readBytes(file, { maxBytes });
    const state = { kind: 'present', checksums: [sha256Tagged(bytes), fileChecksum(bytes)] } as const;
    return { state, readBytes: bytes.length };
  } catch (error) {
    return unread({ kind: 'unreadable', reason: isBatonError(error) ? error.message : 'it cannot be reached' });
  }
}
