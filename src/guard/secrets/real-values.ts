/** Tells secrets from what only stands where a secret would: names, paths, ids, examples. */
import { shannonEntropy } from './entropy.ts';
import { isPlaceholder } from './placeholder.ts';

export const LEAST_ENTROPY = 3;
/** Behind these the value names, counts or points at something instead of being it. */
const HARMLESS_ENDING =
  /(?:id|name|length|len|url|uri|type|path|file|version|count|size|ttl|expir\w*|expires|hash|label|prefix|suffix|ref|index|field|format|header|policy|scope|env|var|variable|manager|provider|store|storage|vault|arn|role|endpoint|host|port|user|method|class|regex|pattern|usage|budget|limit|audience|issuer|secrets)s?$/i;
const HARMLESS_BEGINNING =
  /(?:public|csrf|xsrf|bucket|primary|foreign|sort|partition|cache|i18n|license|lookup|max|(?<!ad)min|num|count|per|idempotency|page|next|continuation|sync|etag|crypto|git)[-_ ]?$/i;

/** Passwords may be short; keys and tokens are not. */
const LEAST_KEY = 12;

/** Ids, not secrets, unless the name beside them is that of a service whose keys look so. */
const IS_UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A password or key beside its name: long and mixed enough, and no word, path, call or digest of something else. */
export function isRealAssignment(value: string, match: RegExpExecArray, before: string, keyword: string): boolean {
  if (value.length < LEAST_KEY && !/pass|pwd/.test(keyword)) return false;
  const name = match.groups?.['name'] ?? '';
  if (HARMLESS_ENDING.test(name) || HARMLESS_BEGINNING.test(before)) return false;
  if (isPlaceholder(value) || isWordy(value) || IS_UUID.test(value) || MIXED_HEX.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value))
    return /[^A-Za-z0-9._/-]/.test(value) && shannonEntropy(value) >= LEAST_ENTROPY;
  return shannonEntropy(value) >= LEAST_ENTROPY;
}

/** Words, numbers and versions joined by signs: names, hosts, paths. A random token has a long mixed stretch. */
export function isWordy(value: string): boolean {
  if (
    /^[A-Za-z]+(?:[-_./:][A-Za-z0-9]+)*$/.test(value) &&
    !/[A-Za-z]{3,}[0-9]+[A-Za-z]+|[0-9]+[A-Za-z]+[0-9]+/.test(value)
  )
    return true;
  if (/^(?:https?:)?\/\/|^\.{0,2}\/|\(|^[a-z]+\.[a-z]+\(/i.test(value)) return true;
  const parts = value.split(/[-_./:]/);
  return (
    parts.length >= 2 &&
    parts.every(
      (part) =>
        /^(?:[0-9]+|[A-Z]?[a-z]+[0-9]{0,2})$/.test(part) || (part.length < 10 && !/[0-9][A-Za-z]+[0-9]/.test(part)),
    ) &&
    !/[+=!@#$%^&~]/.test(value)
  );
}

export const isRealPassword = (value: string): boolean =>
  !isPlaceholder(value) &&
  !/^(?:pass(?:word|wd)?|secret|user(?:name)?|pwd|admin|root|token|test|guest|mypass\w*|[a-z]+[-_]?(?:password|pass|pwd|secret)|\[.*\]|\{.*\}|[A-Z_]+|[a-z]{1,4}|example|replace\w*|\*+)$/i.test(
    value,
  );

/** Header and payload must be JSON objects, the header with an algorithm; one that is not signed proves nothing. */
export function isJwt(value: string): boolean {
  const [header = '', payload = ''] = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return /^\{.*"alg"\s*:\s*"(?!none)/is.test(header) && header.endsWith('}') && /^\{.*\}$/s.test(payload);
}

/** What basic authorization encodes. */
export const isUserAndPassword = (value: string): boolean =>
  /^[\u0020-\u007E]*:[\u0020-\u007E]*$/.test(Buffer.from(value, 'base64').toString('latin1'));

const MIXED_HEX = /^(?=.*[a-f])(?=.*[A-F])[0-9a-fA-F]+$/;

/** Who issues hex writes it in one case. */
export const isToken = (value: string): boolean =>
  !isPlaceholder(value) && !MIXED_HEX.test(value) && shannonEntropy(value) >= 2.5;
