/** Converts values of a wrong type or form into the expected one, if there is exactly one meaning. */
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isSha256Hex } from '../../../kernel/hash.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import { findIsoTime, renderIsoSeconds, renderIsoTime } from '../../../kernel/time.ts';

/** Larger numbers of an epoch are milliseconds: as seconds they would lie past the year 5000. */
const MAX_EPOCH_SECONDS = 100_000_000_000;
/** No notation of a time, an id or a hash is longer; what is, need not be searched. */
const MAX_NOTATION = 120;
const MAX_NESTED_BYTES = 1024 * 1024;

/** Undefined if the value has no single meaning in the wanted type. */
export function convertType(value: unknown, wanted: unknown, isTime: boolean): Json | undefined {
  switch (Array.isArray(wanted) ? wanted[0] : wanted) {
    case 'string':
      return toText(value, isTime);
    case 'integer':
      return toInteger(value);
    case 'boolean':
      return toBoolean(value);
    case 'object':
      return typeof value === 'string' ? findNestedJson(value, isJsonObject) : undefined;
    case 'array':
      return toList(value);
    default:
      return undefined;
  }
}

function toText(value: unknown, isTime: boolean): string | undefined {
  if (typeof value === 'number' && isTime) return renderEpoch(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0];
  return undefined;
}

function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,9})?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(Math.round(number)) ? Math.round(number) : undefined;
}

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = String(value).trim().toLowerCase();
  return Object.hasOwn(TRUTH, word) ? TRUTH[word] : undefined;
}

function toList(value: unknown): Json | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string') return undefined;
  return findNestedJson(value, Array.isArray) ?? [value];
}

/** JSON that was encoded twice arrives as a string. */
function findNestedJson(text: string, fits: (value: Json) => boolean): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseJson(text, { maxBytes: MAX_NESTED_BYTES });
    return fits(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

const renderUtc = (epochMs: number): string =>
  epochMs % 1_000 === 0 ? renderIsoSeconds(epochMs) : renderIsoTime(epochMs);

const MAX_TIME_MS = 253_402_300_799_999;

function renderEpoch(epoch: number): string | undefined {
  const epochMs = Math.round(epoch < MAX_EPOCH_SECONDS ? epoch * 1_000 : epoch);
  return epoch > 0 && epochMs <= MAX_TIME_MS ? renderUtc(epochMs) : undefined;
}

const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/;

/** The moment a text names, as UTC with `Z`. A time without a zone is taken as UTC, a day as its midnight. */
export function convertTime(text: string): string | undefined {
  if (text.length > MAX_NOTATION) return undefined;
  const trimmed = text.trim();
  if (/^\d{9,14}$/.test(trimmed)) return renderEpoch(Number(trimmed));
  if (MAIL_DATE.test(trimmed)) return Number.isNaN(Date.parse(trimmed)) ? undefined : renderUtc(Date.parse(trimmed));
  const iso = trimmed.replace(/^(\d{4})[/.](\d\d)[/.](\d\d)/, '$1-$2-$3').replace(/^(\d{4}-\d\d-\d\d)\s+/, '$1T');
  const candidates = [iso, iso.replace(/\s+/g, ''), `${iso}Z`, `${iso}T00:00:00Z`, iso.replace(/\s*UTC$/i, 'Z')];
  for (const candidate of candidates) {
    const found = findIsoTime(candidate);
    if (found !== undefined) return renderUtc(found.epochMs);
  }
  return undefined;
}

/** Another spelling of the same UUID; another id is never made up. */
export function convertUuid(text: string): string | undefined {
  if (text.length > MAX_NOTATION) return undefined;
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1');
  const dashed = bare.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(dashed) ? dashed : undefined;
}

/** Another spelling of the same SHA-256. */
export function convertHash(text: string): string | undefined {
  if (text.length > MAX_NOTATION) return undefined;
  const hex = text
    .trim()
    .toLowerCase()
    .replace(/^sha-?256[:=]\s*/, '');
  return isSha256Hex(hex) ? `sha256:${hex}` : undefined;
}

export function convertUri(text: string): string | undefined {
  // Half of a surrogate pair has no UTF-8 form, so nothing to encode.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  const encoded = encodeURI(text.trim()).replaceAll('%25', '%');
  return URL.canParse(encoded) && encoded !== text ? encoded : undefined;
}
