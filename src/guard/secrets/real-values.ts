/** Tells secrets from other values in the place of a secret: names, paths, ids, examples. */
import { PASSWORD_ABROAD } from './password-words.ts';
import { isPlaceholder, shannonEntropy } from './placeholder.ts';

export const LEAST_ENTROPY = 3;
/** After these the value names, counts or points at something instead of being it. */
const HARMLESS_ENDING =
  /(?:id|name|length|len|url|uri|type|path|file|version|count|size|ttl|expir\w*|expires|hash|label|prefix|suffix|ref|index|field|format|header|policy|scope|env|var|variable|manager|provider|store|storage|vault|arn|role|endpoint|host|port|user|method|class|regex|pattern|usage|budget|limit|audience|issuer|secrets|source)s?$/i;
/** Only as whole words: `ACCOUNT_TOKEN` counts nothing, `RSYNC_PASSWORD` opens something. */
const HARMLESS_WORDS =
  'public|x?csrf|xsrf|authenticity|bucket|primary|foreign|sort|partition|cache|i18n|license|lookup|max|min|num|count|per|idempotency|page|next|nextpage|continuation|sync|etag|crypto|change|update|copy|pagination|cursor|resume';
const CAPITALIZED_WORDS = HARMLESS_WORDS.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
/** A word of a name begins after a sign, or with a capital after a small letter. */
const HARMLESS_BEGINNING = new RegExp(
  String.raw`(?:(?<![A-Za-z])(?:${HARMLESS_WORDS}|${HARMLESS_WORDS.toUpperCase()}|[Cc]opy\w{1,10})|(?<![A-Z])(?:${CAPITALIZED_WORDS}))[-_ ]?$|(?<![A-Za-z])[Gg]it[- ]?$|:\d{12}:$|\.(?:svg|png|webp|jpe?g)\?$|alt=media&$`,
);

/** Whether the words before a name say that its value opens nothing. */
export const isHarmlessName = (before: string): boolean => HARMLESS_BEGINNING.test(before);

/** A password of eight letters has some of them twice. */
const LEAST_PASSWORD_ENTROPY = 2.5;

/** Passwords may be short; keys and tokens are not. */
const LEAST_KEY = 12;

const IS_PASSWORD = new RegExp(`pass|pwd|${PASSWORD_ABROAD.join('|')}`);

/** Ids, not secrets, unless the name beside them is that of a service whose keys look so. */
const IS_UUID = /^[0-9a-z]{7,8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}:?$/i;

/** All of them are equally long; what is longer was encrypted, what is shorter is a reference. */
const AWS_SECRET = /aws_?secret_?access_?key$/i;
const AWS_SECRET_LENGTH = 40;

/** A password or key beside its name: long and mixed enough, and no word, path, call or digest of something else. */
export function isRealAssignment(value: string, match: RegExpExecArray, before: string, keyword: string): boolean {
  if (value.length < LEAST_KEY && !IS_PASSWORD.test(keyword)) return false;
  const name = match.groups?.['name'] ?? '';
  if (HARMLESS_ENDING.test(name) || isHarmlessName(before)) return false;
  if (isPlaceholder(value) || isWordy(value) || IS_UUID.test(value) || MIXED_HEX.test(value)) return false;
  if (AWS_SECRET.test(before + keyword + name) && value.length !== AWS_SECRET_LENGTH) return false;
  if (/[()<>;*?|{}[\]\\,]/.test(value)) return isMixedWithSigns(value);
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value))
    return /[^A-Za-z0-9._/-]/.test(value) && shannonEntropy(value) >= LEAST_ENTROPY;
  return shannonEntropy(value) >= (IS_PASSWORD.test(keyword) ? LEAST_PASSWORD_ENTROPY : LEAST_ENTROPY);
}

/** Calls, patterns, markup, lists and templates: what quotation marks hold besides passwords. */
const IS_CODE =
  /^[\w.$-]+\(.*\)[;,]?$|\(\?|\.[*+]|\\[wdsb]|\[[^\]]*[a-z0-9]-[a-z0-9]|<\/?[a-z][\w-]*[^>]*>|&[a-z]{2,6};|[{}]|=>|,.*,|\|\||%[sd]|[?&]\w+=/i;

/** With signs that programs use, only what no program would write. */
const isMixedWithSigns = (value: string): boolean =>
  !IS_CODE.test(value) &&
  /[0-9]/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  shannonEntropy(value) >= LEAST_ENTROPY;

/** Words, numbers and versions joined by signs: names, hosts, paths. A random token has a long mixed stretch. */
export function isWordy(value: string): boolean {
  if (
    /^[A-Za-z]+(?:[-_./:][A-Za-z0-9]+)*$/.test(value) &&
    !/[A-Za-z]{3,}[0-9]+[A-Za-z]+|[0-9]+[A-Za-z]+[0-9]+/.test(value)
  )
    return true;
  if (/^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/|^\.{0,2}\/|^[\w.$]+\([^()]*\)?$|\/[\w.-]+\.[a-z]{2,4}$/i.test(value))
    return true;
  if (/^(?:[A-Z][a-z]{2,}\d?){2,}$|^(?:[A-Z][a-z]+\d?){3,}$/.test(value)) return true;
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

const isRealPassword = (value: string): boolean =>
  !isPlaceholder(value) &&
  !/^[A-Z_]+$/.test(value) &&
  !/^(?:pass(?:word|wd)?|secret|user(?:name)?|pwd|admin|root|token|test|guest|mypass\w*|[a-z]+[-_]?(?:password|pass|pwd|secret)|\[.*\]|\{.*\}|[a-z]{1,4}|example|replace\w*|\*+)$/i.test(
    value,
  );

const LEAST_WORD = 8;

/** In an address. Words alone are samples, unless they are long and precede the name of a real machine. */
export function isRealAddressPassword(value: string, match: RegExpExecArray): boolean {
  // Markdown escapes the sign after it.
  if (!isRealPassword(value.replace(/\\$/, ''))) return false;
  if (!/^[A-Za-z_-]+$/.test(value) || hasOddCapitals(value)) return true;
  const { user = '', host = '' } = match.groups ?? {};
  return (
    value.length >= LEAST_WORD && value !== user && /\.[a-z]{2,}/i.test(host) && !/^local|example|\.test$/i.test(host)
  );
}

/** What a token is for: about whom, from whom, until when. One without any of it is a sample. */
const CLAIM =
  /"(?:sub|iss|aud|exp|iat|nbf|jti|azp|sid|uid|id|\w*(?:[uU]ser|[nN]ame|[mM]ail|[rR]ole|[sS]cope|[cC]lient|[sS]ession|[tT]enant|[aA]ccount)\w*|\w+(?:_id|Id|ID))"\s*:/;

/** Header and payload must be JSON objects, the header with an algorithm; one that is not signed proves nothing. */
export function isJwt(value: string): boolean {
  const [header = '', payload = ''] = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return (
    /^\{.*"alg"\s*:\s*"(?!none)/is.test(header) &&
    header.endsWith('}') &&
    /^\{.*\}$/s.test(payload) &&
    CLAIM.test(payload)
  );
}

/** What basic authorization encodes. */
export const isUserAndPassword = (value: string): boolean =>
  /^[\u0020-\u007E]*:[\u0020-\u007E]*$/.test(Buffer.from(value, 'base64').toString('latin1'));

const MIXED_HEX = /^(?=.*[a-f])(?=.*[A-F])[0-9a-fA-F]+$/;

/** Who issues hex writes it in one case. */
export const isToken = (value: string): boolean =>
  !isPlaceholder(value) && !MIXED_HEX.test(value) && shannonEntropy(value) >= 2.5;

/** Words in one, as names of types and settings are: every capital begins one of at least three letters. Or name and value. */
const IS_NAME = /^[-_]*[A-Za-z][a-z]{2,}(?:[-_]?[A-Z]?[a-z]{2,})+$|=[^=]/;

const isName = (value: string): boolean => IS_NAME.test(value);

const LEAST_CAPITALS = 3;

/** Letters alone may be a password if their capitals are not those of a name. */
export const hasOddCapitals = (value: string): boolean =>
  (value.match(/[a-z][A-Z]/g)?.length ?? 0) >= LEAST_CAPITALS && !isName(value);

/** Beside the name of its issuer, which names of types, settings and places have beside them too. */
export const isNamedToken = (value: string): boolean => isToken(value) && !isName(value);

/** In a web address: no id, no path, nothing that counts or names. */
export const isRealParameter = (value: string, _: RegExpExecArray, before: string): boolean =>
  isToken(value) && !IS_UUID.test(value) && !isWordy(value) && !isHarmlessName(before);

const isMixed = (value: string): boolean => /[0-9]/.test(value) && /[A-Za-z]/.test(value);

/** After an option or in an element the name is certain, so a mixed value is enough. */
export const isRealOption = (value: string, _: RegExpExecArray, before: string): boolean =>
  !isHarmlessName(before) &&
  isMixed(value) &&
  !isPlaceholder(value) &&
  !isWordy(value) &&
  !IS_UUID.test(value) &&
  isRealPassword(value) &&
  shannonEntropy(value) >= LEAST_ENTROPY;

/** Beside a user: only what nobody writes by accident, with a capital, a digit and a sign or a long mixture. */
export const isRealLogin = (value: string, match: RegExpExecArray, before: string): boolean =>
  isRealOption(value, match, before) &&
  (/[!@#$%^&*~+]/.test(value) || (value.length >= 12 && /[a-z]/.test(value) && /[A-Z]/.test(value)));
