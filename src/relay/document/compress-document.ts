import { dirname } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { TokenCounter, Platform } from '../../kernel/ports/index.ts';
import {
  planCompression,
  renderDocument,
  WARNINGS,
  type Compression,
  type HandoffDocument,
} from '../../protocols/document/index.ts';
import { getDocument, type DocumentInput } from './read-document.ts';
import { prepareDocumentScan } from './scan-document.ts';
import {
  chooseSessionFolder,
  createFallback,
  hasFallback,
  planOriginal,
  writeDocument,
  writeTo,
  type PlannedOriginal,
  type WrittenFile,
} from './session-folder.ts';

type CompressParts = Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner' | 'tokens'>;

/** How a document is made to fit, and where files go. */
export interface CompressRequest {
  /** Where files go; default the document's own session path if it is in this project, else the data dir. */
  readonly sessionPath?: string;
  /** This very file, instead of a new name in the session folder. */
  readonly out?: string;
  /** Default: the platform's. */
  readonly counter?: TokenCounter;
  /** Fit into fewer tokens than the protocol allows. */
  readonly limit?: number;
  readonly dryRun?: boolean;
}

/** A document that fits its budget, and where it and the original are. */
export interface CompressOutcome extends Compression {
  /** Where the shortened document is; null if nothing was written. */
  readonly path: string | null;
  /** Where the whole document is; null if it was not needed. */
  readonly original: string | null;
  readonly warnings: readonly string[];
}

/** Makes a document fit its budget. The whole one is safe in its file before the shortened one is written. */
export async function compressDocument(
  platform: CompressParts,
  input: DocumentInput,
  request: CompressRequest = {},
): Promise<CompressOutcome> {
  const { text, document } = getDocument(input);
  const whole = await compressWithOriginal(platform, document, text, request);
  const { compression, original } = whole;
  // Nothing was written for a refusal, so none of its files may be named.
  if (!compression.fits) return { ...compression, path: null, original: null, warnings: [] };
  if (request.dryRun === true) return { ...compression, path: null, original: original?.file ?? null, warnings: [] };
  const written = await writeResult(platform, compression.document, request, whole);
  const warnings = written.warning === undefined ? [] : [written.warning];
  return { ...compression, path: written.path, original: original?.file ?? null, warnings };
}

/** To the file the caller named, else under a new name in the session folder. After a refusal the original is removed again. */
export async function writeResult(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project'>,
  document: HandoffDocument,
  request: CompressRequest,
  { written: original, isFallback }: Pick<WithOriginal, 'written' | 'isFallback'>,
): Promise<WrittenFile> {
  const text = renderDocument(document);
  try {
    if (request.out !== undefined) {
      const { path } = await writeTo(platform, request.out, text);
      return isFallback ? { path, warning: WARNINGS.fallbackLocation } : { path };
    }
    const folder = await sessionFolderOf(platform, document, request);
    return await writeDocument(platform, folder, document, text, platform.clock.now());
  } catch (error) {
    if (original !== undefined) await platform.files.remove(original);
    throw error;
  }
}

const sessionFolderOf = (
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  { handoff }: HandoffDocument,
  { sessionPath }: CompressRequest,
): Promise<string> =>
  chooseSessionFolder(platform, {
    named: sessionPath,
    inDocument: handoff.source.session_path,
    skill: handoff.source.skill,
    traceId: handoff.trace_id,
  });

export interface WithOriginal {
  readonly compression: Compression;
  readonly original: PlannedOriginal | undefined;
  /** Its file, if this call wrote it. */
  readonly written: string | undefined;
  /** The session folder cannot be written: it is in the fallback location. */
  readonly isFallback: boolean;
}

/** Plans the shortened document and writes its original, unless nothing has to be left out or it is a dry run. */
export async function compressWithOriginal(
  platform: CompressParts,
  document: HandoffDocument,
  text: string,
  request: CompressRequest,
): Promise<WithOriginal> {
  let folder = await sessionFolderOf(platform, document, request);
  let isFallback = false;
  const kept = { sessionPath: document.handoff.source.session_path, text };
  const counter = request.counter ?? platform.tokens;
  const loadScan = async () => (await prepareDocumentScan(platform)).scan;
  for (let copy = 1; ;) {
    const original = await planOriginal(platform, folder, kept, copy);
    const compression = await planCompression(document, original, counter, request.limit, loadScan);
    if (!compression.needsOriginal) return { compression, original: undefined, written: undefined, isFallback };
    if (request.dryRun === true || !compression.fits) return { compression, original, written: undefined, isFallback };
    const written = original.isWritten ? undefined : original.file;
    try {
      if (await writeOriginal(platform, original)) return { compression, original, written, isFallback };
      copy = original.copy + 1;
    } catch (error) {
      if (isFallback || !hasFallback(error)) throw error;
      // The document has to name the other place: it is planned once more.
      [folder, isFallback, copy] = [await createFallback(platform), true, 1];
    }
  }
}

/** False if another process took the name in the meantime. */
export async function writeOriginal(
  { files }: Pick<Platform, 'files'>,
  { file, text, isWritten }: PlannedOriginal,
): Promise<boolean> {
  if (isWritten) return true;
  await files.createFolder(dirname(file));
  try {
    await files.writeAtomic(file, text, { exclusive: true });
    return true;
  } catch (error) {
    if (isBatonError(error, 'FILE_EXISTS')) return false;
    throw error;
  }
}
