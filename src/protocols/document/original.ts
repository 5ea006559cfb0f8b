import { isJsonObject } from '../../kernel/json.ts';
import { findAt } from './pointer.ts';
import type { FileReference, HandoffDocument } from './types.ts';

/** The file that holds a whole document as it was before it was shortened. */
export interface OriginalFile {
  /** As written in the document: relative to the session path, or absolute. */
  readonly path: string;
  /** Of the file's bytes. */
  readonly checksum: string;
}

const ROLE = 'original-handoff';
export const ORIGINAL_DESCRIPTION = 'the whole handoff; baton doc expand restores it';

interface OriginalReference extends FileReference {
  readonly role: typeof ROLE;
  readonly checksum: string;
}

const isOriginalReference = (reference: FileReference): reference is OriginalReference =>
  Reflect.get(reference, 'role') === ROLE && typeof Reflect.get(reference, 'checksum') === 'string';

export const renderOriginalReference = ({ path, checksum }: OriginalFile): OriginalReference => ({
  path,
  description: ORIGINAL_DESCRIPTION,
  relevance: 'important',
  role: ROLE,
  checksum,
});

/** Where the whole document is kept, if this one was shortened; the newest if that happened more than once. */
export function findOriginal({ handoff }: HandoffDocument): OriginalFile | undefined {
  const reference = handoff.payload.references?.files?.findLast(isOriginalReference);
  return reference === undefined ? undefined : { path: reference.path, checksum: reference.checksum };
}

/** Whether a document, valid or not, refers to a file that holds the whole of it. */
export function isShortened(document: unknown): boolean {
  const files = findAt(document, '/handoff/payload/references/files');
  return Array.isArray(files) && files.some((file) => isJsonObject(file) && file['role'] === ROLE);
}

/** The document with a reference to its original among the others. */
export function withOriginal(document: HandoffDocument, original: OriginalFile): HandoffDocument {
  const { payload } = document.handoff;
  const files = [...(payload.references?.files ?? []), renderOriginalReference(original)];
  return withPayload(document, { ...payload, references: { ...payload.references, files } });
}

const withPayload = (document: HandoffDocument, payload: HandoffDocument['handoff']['payload']): HandoffDocument => ({
  ...document,
  handoff: { ...document.handoff, payload },
});
