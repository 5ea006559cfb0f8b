import { given } from '../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../../kernel/json.ts';
import { withLineEnding, type LineEnding } from '../../../kernel/text.ts';
import { validate } from '../manifest-validator.gen.js';
import { MANIFEST_FILE } from '../names.ts';
import type { Manifest } from '../schema.ts';

export const MAX_MANIFEST_BYTES = 10 * 1024 * 1024;

/** Fails with MANIFEST_INVALID, which names the place and the fault. */
export function parseManifest(text: string): Manifest {
  const value = parseManifestJson(text);
  if (isManifest(value)) return value;
  const faults = describeFaults();
  throw invalid(faults.join('; '), { faults });
}

/** Undefined if there is none, or none that can be used. */
export function findManifest(text: string | undefined): Manifest | undefined {
  return text === undefined || findManifestFaults(text).length > 0 ? undefined : parseManifest(text);
}

/** What is wrong with the manifest, one sentence per fault; none if it is right. */
export function findManifestFaults(text: string): readonly string[] {
  try {
    parseManifest(text);
    return [];
  } catch (error) {
    if (!isBatonError(error, 'MANIFEST_INVALID')) throw error;
    const faults = error.details['faults'];
    return Array.isArray(faults) ? faults.map(String) : [error.message];
  }
}

const isManifest = (value: unknown): value is Manifest => validate(value);

function parseManifestJson(text: string): Json {
  if (text.trim() === '') throw invalid('it is empty');
  try {
    return parseJson(text, { maxBytes: MAX_MANIFEST_BYTES });
  } catch (cause) {
    if (!isBatonError(cause)) throw cause;
    throw invalid(cause.message, {}, cause);
  }
}

const describeFaults = (): string[] =>
  (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames')
    .slice(0, 10)
    .map(({ instancePath, message = 'is wrong', params }) => {
      const allowed = params['allowedValues'];
      const list = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
      return `${instancePath === '' ? 'the manifest' : instancePath} ${message}${list}`;
    });

const invalid = (why: string, details: Readonly<Record<string, unknown>> = {}, cause?: unknown): BatonError =>
  new BatonError('MANIFEST_INVALID', `${MANIFEST_FILE}: ${why}`, { file: MANIFEST_FILE, ...details }, cause);

/** Known fields in the seed's order, then everything else in the order it had. */
export function renderManifest(manifest: Manifest, ending: LineEnding = '\n'): string {
  const { aahp_version, project, last_session, files, quick_context, token_budget, ...rest } = manifest;
  const ordered = {
    aahp_version,
    project,
    last_session,
    files,
    quick_context,
    ...given({ token_budget }),
    ...rest,
  };
  return withLineEnding(`${JSON.stringify(ordered, null, 2)}\n`, ending);
}
