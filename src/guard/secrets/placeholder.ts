import { isPublicExample } from './public-examples.ts';

/** Values that only look like secrets: made-up examples, names of variables, references to somewhere else. */
const WORDS =
  /(?:^|[^a-z])(?:example|sample|dummy|fake|placeholder|changeme|change[-_]me|your[-_ ]?\w*|insert|replace[-_]?me|todo|redacted|hidden|masked|secret[-_]?here|token[-_]?here|key[-_]?here|my[-_](?:key|token|secret|password)|foobar|lorem|undefined|null|none|true|false|test[-_]?(?:key|token|secret|password)?|not[-_ ]?(?:a|my)[-_ ]?real|xxx+)(?:$|[^a-z])|example|dummy|fakefake|placeholder|changeme|redacted|xxxx|1234567890?|abcdef(?:gh|01|12)|abc-?def(?:g|\d)|a1b2c3|jbswy3dpehpk3pxp|deadbeef|abc123|hello[-_]?world|iosfodnn7|hunter2|qwerty|letmein|(?:1234-){2}|(?:token|string|key|secret|password)-?_?here|#{4}|\.\.\.|…|\*{3}/i;
const REFERENCE =
  /^(?:\$|%|<|\{\{|\[|process\.env|os\.environ|env\.|secrets?\.|vault:|op:\/\/|arn:|ref:|@)|\$\{|\$\(|\{\{|<[a-z_ -]+>|%[A-Z_]+%/i;

/** The word password with a number: everybody's first example. */
const NAMED_AFTER_ITSELF =
  /^(?:[a-z]{0,20}[-_]?)(?:p[a@]ss(?:@?w[o0]rd|wd|code|phrase)?|secret|token)[-_]?\d{0,5}[!.?]{0,2}$/i;
/** Words joined by dashes or underscores, each with no more than a number after it. */
const JOINED_WORDS = /^[A-Z]?[a-z]{2,}\d{0,3}(?:[-_]+[A-Z]?[a-z]{2,}\d{0,3}){2,}[-_]*$/;

/** Letters and digits in order, as tests of detectors have them. */
const IN_ORDER = /1234567890?|abcdef(?:gh|01|12)|abc-?def(?:g|\d)|a1b2c3|abc123/gi;
const LEAST_DIFFERENT = 10;

/** Made up of letters in order, but whole and mixed: a key of a test, or a real one that was changed by hand. */
export const isPatterned = (value: string): boolean => {
  const rest = value.replaceAll(IN_ORDER, '0');
  return new Set(value).size >= LEAST_DIFFERENT && !WORDS.test(rest) && !REFERENCE.test(value) && !saysSo(value);
};

/** What remains of a value without its letters in order. */
export const withoutOrder = (value: string): string => value.replaceAll(IN_ORDER, '');

export const isPlaceholder = (value: string): boolean =>
  isPublicExample(value) ||
  WORDS.test(value) ||
  REFERENCE.test(value) ||
  NAMED_AFTER_ITSELF.test(value) ||
  JOINED_WORDS.test(value) ||
  isRepetition(value) ||
  isSequence(value) ||
  saysSo(value);

const BASE64 = /^[A-Za-z0-9+/]{16,80}={0,2}$/;

/** Base64 of a sentence that says it is not a secret. */
function saysSo(value: string): boolean {
  if (!BASE64.test(value)) return false;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[a-z][a-z ,.'!-]+$/i.test(decoded) && WORDS.test(decoded);
}

/** Few different characters: `XXXXXXXX`, `0000-0000`. */
function isRepetition(value: string): boolean {
  return new Set(value).size <= Math.min(4, value.length / 3);
}

/** Runs such as abcdefgh or 12345678. */
function isSequence(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i += 1) {
    if (value.charCodeAt(i) - value.charCodeAt(i - 1) === 1) steps += 1;
  }
  return value.length >= 8 && steps >= value.length * 0.6;
}
