/**
 * Stages 1 and 3 together, for callers that have a value and want a verdict. Files a document points at: which ones
 * it names, and what to report after they were checked.
 */

import { isAbsolute, join } from 'node:path';
import type { Json } from '../../../kernel/json.ts';
import { checkMeaning } from '../decide.ts';
import { stringify } from '../input.ts';
import { parseDocumentText } from '../parse.ts';
import { comparePointers } from '../pointer.ts';
import { checkSchema, isHandoffDocument } from '../schema.ts';
import type { DocumentIssue, FileReference, HandoffDocument } from '../types.ts';
import type { Judgement } from './chain.ts';

/** Whether a document is valid, and everything found in it. */
export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly DocumentIssue[];
  readonly warnings: readonly DocumentIssue[];
}

/** Schema and meaning of a document in memory or as text; tokens, hash, files and guard need more than that. */
export function checkDocument(document: unknown, nowMs: number): Verdict {
  if (typeof document === 'string') {
    const parsed = parseDocumentText(document);
    return parsed.kind === 'refused'
      ? { valid: false, errors: [parsed.issue], warnings: [] }
      : checkDocument(withoutText(parsed.value), nowMs);
  }
  if (isHandoffDocument(document)) {
    const { errors, warnings } = checkMeaning(document, nowMs);
    return { valid: errors.length === 0, errors, warnings };
  }
  // What has no JSON form at all is the caller's mistake, not the sender's.
  stringify(document);
  return { valid: false, errors: checkSchema(document), warnings: [] };
}

/** JSON text whose value is a string again is no document, and must not be read once more. */
const withoutText = (value: Json): Json => (typeof value === 'string' ? [value] : value);

export const byPath = (issues: readonly DocumentIssue[]): DocumentIssue[] =>
  issues.toSorted((a, b) => comparePointers(a.path, b.path) || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));

export interface FilePointer {
  /** Where in the document. */
  readonly path: string;
  readonly file: string;
  readonly checksum?: string;
}

export type FileState =
  /** Checksums as the file has them now: of its bytes, and of its bytes without carriage returns. */
  | { readonly kind: 'present'; readonly checksums?: readonly string[] }
  | { readonly kind: 'missing' }
  /** Has no content to compare, or none that ends. */
  | { readonly kind: 'folder' | 'device' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Every file of `references.files` and `session.artifacts`, resolved from the session path; `~/` is the reader's home. */
export function listFilePointers(document: HandoffDocument, folder: string, home: string): FilePointer[] {
  const { source, payload } = document.handoff;
  const resolveFrom = (start: string, file: string): string => {
    if (file.startsWith('~/')) return join(home, file.slice(2));
    return isAbsolute(file) ? file : join(start, file);
  };
  const base = resolveFrom(folder, source.session_path);
  const place = (file: string): string => resolveFrom(base, file);
  const files = (payload.references?.files ?? []).map((reference, index) => ({
    path: `/handoff/payload/references/files/${index}/path`,
    file: place(reference.path),
    ...checksumOf(reference),
  }));
  const artifacts = (payload.session?.artifacts ?? []).flatMap(({ path, checksum }, index) =>
    checksum === undefined
      ? []
      : [{ path: `/handoff/payload/session/artifacts/${index}/path`, file: place(path), checksum }],
  );
  return [...files, ...artifacts];
}

/** The schema leaves references open; the one to the original of a shortened document has a checksum. */
function checksumOf(reference: FileReference): Pick<FilePointer, 'checksum'> {
  const checksum: unknown = Reflect.get(reference, 'checksum');
  return typeof checksum === 'string' && CHECKSUM.test(checksum) ? { checksum } : {};
}

const CHECKSUM = /^sha256:[0-9a-f]{64}$/;

export function judgeFile(pointer: FilePointer, state: FileState): Judgement {
  const { path, file, checksum } = pointer;
  const errors: DocumentIssue[] = [];
  const warnings: DocumentIssue[] = [];
  if (state.kind === 'missing') warnings.push(missing(path, file));
  if (state.kind === 'unreadable') warnings.push(unreadable(path, file, state.reason));
  if (file.startsWith('/tmp/')) warnings.push(ephemeral(path, file));
  if (state.kind === 'device') warnings.push(unreadable(path, file, 'it is a device, pipe or socket, not a file'));
  const isOther = state.kind === 'present' ? state.checksums?.includes(checksum ?? '') === false : hasNoContent(state);
  if (checksum !== undefined && isOther) errors.push(changed(path.replace(/path$/, 'checksum'), file, checksum));
  return { errors, warnings };
}

const hasNoContent = ({ kind }: FileState): boolean => kind === 'folder' || kind === 'device';

const missing = (path: string, file: string): DocumentIssue => ({
  path,
  rule: 'file-missing',
  message: `the referenced file ${file} is not there`,
  found: JSON.stringify(file),
  repair: 'ask the sender for the file, or continue without it',
});

const unreadable = (path: string, file: string, reason: string): DocumentIssue => ({
  path,
  rule: 'file-unreadable',
  message: `the referenced file ${file} cannot be checked: ${reason}`,
  found: JSON.stringify(file),
  repair: 'check its permissions',
});

const ephemeral = (path: string, file: string): DocumentIssue => ({
  path,
  rule: 'ephemeral',
  message: `${file} is in /tmp/ and may be ephemeral`,
  found: JSON.stringify(file),
  repair: 'copy it to a permanent place if it is needed later',
});

const changed = (path: string, file: string, checksum: string): DocumentIssue => ({
  path,
  rule: path.includes('/artifacts/') ? 'artifact-checksum' : 'file-checksum',
  message: `${file} is not the file the sender had: its checksum is another one`,
  found: JSON.stringify(checksum),
  repair: 'ask the sender for the file, or for its new checksum',
});
