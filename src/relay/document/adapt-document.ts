import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { createUuid } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import { parseYaml } from '../../kernel/yaml.ts';
import {
  adaptToV3,
  checkSchema,
  exportToV2,
  isHandoffDocument,
  renderDocument,
  withPayloadHash,
  withTokenCount,
  type DocumentIssue,
} from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { getDocument, getDocumentText, type DocumentInput } from './read-document.ts';
import { writeTo } from './session-folder.ts';

/** Which version a document is to have, and where it goes. */
export interface AdaptRequest {
  readonly to: '3.0' | '2.0';
  readonly out?: string;
  readonly dryRun?: boolean;
}

/** A document in another version of the format. */
export interface AdaptOutcome {
  readonly document: Json;
  readonly text: string;
  readonly path: string | null;
  readonly warnings: readonly string[];
  /** What the other version has no place for. */
  readonly lost: readonly string[];
  /** What is still wrong with it: fields the older version did not ask for. */
  readonly errors: readonly DocumentIssue[];
}

/** Turns a document of version 1 or 2 (YAML or JSON) into 3.0, or one of 3.0 into 2.0. */
export async function adaptDocument(
  platform: Pick<Platform, 'facts' | 'files' | 'project' | 'random' | 'tokens'>,
  input: DocumentInput,
  request: AdaptRequest,
): Promise<AdaptOutcome> {
  const adapted = request.to === '3.0' ? await upgrade(platform, input) : downgrade(input);
  const text = renderDocument(adapted.document);
  const isWritten = request.out !== undefined && request.dryRun !== true && adapted.errors.length === 0;
  const path = isWritten ? (await writeTo(platform, request.out, text)).path : null;
  return { ...adapted, text, path };
}

type Turned = Omit<AdaptOutcome, 'text' | 'path'>;

async function upgrade(platform: Pick<Platform, 'random' | 'tokens'>, input: DocumentInput): Promise<Turned> {
  const { document, warnings } = adaptToV3(readEither(input), { traceId: createUuid(platform.random) });
  if (!isHandoffDocument(document)) return { document, warnings, lost: [], errors: checkSchema(document) };
  const settled = await withTokenCount(withPayloadHash(document), platform.tokens);
  return { document: settled as unknown as Json, warnings, lost: [], errors: [] };
}

function downgrade(input: DocumentInput): Turned {
  const { document, lost } = exportToV2(getDocument(input).document);
  return { document, warnings: [], lost, errors: [] };
}

function readEither(input: DocumentInput): Json {
  const text = input instanceof Uint8Array ? Buffer.from(input).toString('utf8') : input;
  if (typeof text !== 'string' || /^\uFEFF?\s*\{/.test(text)) return getDocumentText(input).value;
  try {
    return parseYaml('the document', text);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    throw new BatonError('DOCUMENT_INVALID', `neither JSON nor YAML that can be read: ${error.message}`, {}, error);
  }
}
