/** The door of the library: what callers without types may pass by mistake is answered with a typed error. */
import { BatonError } from '../../kernel/errors/index.ts';
import { checkSchema, isHandoffDocument } from './schema.ts';
import type { HandoffDocument } from './types.ts';

export function assertText(value: unknown, what: string): asserts value is string {
  if (typeof value !== 'string') throw wrongType(what, 'text', value);
}

/** Fails with DOCUMENT_INVALID and the first fault for anything that is not a document of the protocol. */
export function assertDocument(value: unknown): asserts value is HandoffDocument {
  if (typeof value !== 'object' || value === null) throw wrongType('a document', 'an object', value);
  if (isHandoffDocument(value)) return;
  // What has no JSON form cannot be described by its parts either.
  stringify(value);
  const [issue] = checkSchema(value);
  throw new BatonError('DOCUMENT_INVALID', `the document does not pass the schema: ${issue?.message ?? ''}`, {
    hint: issue?.repair,
  });
}

export function assertCount(value: unknown, what: string): asserts value is number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw wrongType(what, 'a number above 0', value);
}

/** The JSON text of a value; a value without one is the caller's mistake. */
export function stringify(value: unknown, indent?: number): string {
  try {
    const text: unknown = JSON.stringify(value, null, indent);
    if (typeof text === 'string') return text;
  } catch (error) {
    throw new BatonError('INPUT_INVALID', `this value has no JSON form: ${String(error)}`, {}, error);
  }
  throw wrongType('a document', 'a JSON value', value);
}

const wrongType = (what: string, wanted: string, found: unknown): BatonError =>
  new BatonError('INPUT_INVALID', `${what} must be ${wanted}, found ${found === null ? 'null' : typeof found}`);
