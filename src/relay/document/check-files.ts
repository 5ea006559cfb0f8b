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
const MAX_ARTIFACT_BYTES = 256 * 1024 * 1024;

/** Looks at the files a document points at. */
export async function checkFiles(platform: FileParts, document: HandoffDocument): Promise<Judgement> {
  const { facts, project } = platform;
  const pointers = listFilePointers(document, project.root, facts.homeFolder).slice(0, MAX_FILES);
  const judged: Judgement[] = [];
  for (const pointer of pointers) judged.push(judgeFile(pointer, await inspect(platform, pointer)));
  return { errors: judged.flatMap(({ errors }) => errors), warnings: judged.flatMap(({ warnings }) => warnings) };
}

async function inspect({ disk, files }: FileParts, { file, checksum }: FilePointer): Promise<FileState> {
  try {
    const stat = await disk.stat(file);
    if (stat === undefined) return { kind: 'missing' };
    // A pipe or a device would block, or never end.
    if (checksum === undefined || stat.kind !== 'file') return { kind: 'present' };
    const bytes = await files.readBytes(file, { maxBytes: MAX_ARTIFACT_BYTES });
    return { kind: 'present', checksums: [sha256Tagged(bytes), fileChecksum(bytes)] };
  } catch (error) {
    return { kind: 'unreadable', reason: isBatonError(error) ? error.message : 'it cannot be reached' };
  }
}
