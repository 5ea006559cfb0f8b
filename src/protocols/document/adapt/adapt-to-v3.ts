import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { adaptFromV1 } from './from-v1.ts';
import { adaptFromV2 } from './from-v2.ts';
import type { Adapted } from './parts.ts';

/** An older document as 3.0, by the version it names. */
export function adaptToV3(document: Json, fresh: { readonly traceId: string }): Adapted {
  const handoff = findHandoff(document);
  const version = renderVersion(handoff?.['version']);
  if (handoff !== undefined && /^1\.\d/.test(version)) return adaptFromV1(handoff, fresh);
  if (handoff !== undefined && /^2\.\d/.test(version)) return adaptFromV2({ handoff }, fresh);
  throw new BatonError('DOCUMENT_INVALID', `there is no adapter from version ${version} to 3.0`, {
    hint: 'adapters exist from 1.x and 2.x to 3.0 and, with --to 2.0, back',
  });
}

/** Version 1.x also names the phase in its root: `requirements_handoff`, `code_handoff`. */
function findHandoff(document: Json): JsonObject | undefined {
  if (!isJsonObject(document)) return undefined;
  const name = Object.keys(document).find((one) => one === 'handoff' || one.endsWith('_handoff'));
  const found = name === undefined ? undefined : document[name];
  return isJsonObject(found) ? found : undefined;
}

/** YAML reads 2.0 without quotes as a number. */
const renderVersion = (version: Json | undefined): string => {
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version : 'unknown';
};
