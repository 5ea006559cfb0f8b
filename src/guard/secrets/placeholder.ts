/**
 * Google API keys in the public samples of Firebase's SDKs and in the tests of gitleaks, which leaves the same ones
 * out: everybody has them, so they are no secrets. No rule could tell them from live keys, so they are named. Kept as
 * the first 16 hex digits of their SHA-256, so that this file does not itself set off scanners. Other vendors mark
 * their examples in the key itself; those are seen by `isPlaceholder`.
 */

import { sha256Hex } from '../../kernel/hash.ts';

/** Values that only look like secrets: made-up examples, names of variables, references to somewhere else. */
const WORDS =
  /(?:^|[^a-z])(?:example|sample|dummy|fake|placeholder|changeme|change[-_]me|your[-_ ]?\w*|insert|replace[-_]?me|todo|redacted|hidden|masked|secret[-_]?here|token[-_]?here|key[-_]?here|my[-_](?:key|token|secret|password)|foobar|lorem|undefined|null|none|true|false|test[-_]?(?:key|token|secret|password)?|not[-_ ]?(?:a|my)[-_ ]?real|xxx+)(?:$|[^a-z])|example|dummy|fakefake|placeholder|changeme|redacted|xxxx|1234567890?|abcdef(?:gh|01|12)|abc-?def(?:g|\d)|a1b2c3|jbswy3dpehpk3pxp|deadbeef|abc123|hello[-_]?world|iosfodnn7|hunter2|qwerty|letmein|(?:1234-){2}|(?:token|string|key|secret|password)-?_?here|#{4}|\.\.\.|…|\*{3}/i;
const REFERENCE =
  /^(?:\$|%|<|\{\{|\[|process\.env|os\.environ|env\.|secrets?\.|vault:|op:\/\/|arn:|ref:|@)|\$\{|\$\(|\{\{|<[a-z_ -]+>|%[A-Z_]+%/i;

/** The word password with a number: everybody's first example. */
const NAMED_AFTER_ITSELF =
  /^(?:[a-z]{0,20}[-_]?)(?:p[a@][s5$]{2}(?:@?w[o0]rd|wd|code|phrase)?|secret|secure|token)[-_]?\d{0,5}[!.?@#$]{0,3}$/i;
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
  return /^[a-z][a-z ,.:'!-]+$/i.test(decoded) && WORDS.test(decoded);
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

const KNOWN: ReadonlySet<string> = new Set([
  '0b476bdf9acf2123',
  '2037abcaffb2b777',
  '27a9a42931dff7eb',
  '37f8f09bdf12c2f2',
  '3a8b61d0f636b007',
  '3f370c9dd8225c63',
  '49f777db995e8260',
  '4c98242dcadc8b29',
  '8731261cb72d8626',
  'a19f89ab3555eac1',
  'a6c814bc555ae62c',
  'dc0fcf046c61640c',
  'e4a5542bb7fd7b67',
  'ea9bb1082cf95663',
  'eb540d2b6ee2a0a4',
  'f3082ce9d6992144',
  'f56e323494a6ffc2',
]);

/** All of them begin so; a hash of every value that is looked at would cost more than the look. */
const BEGINNING = 'AIza';

export const isPublicExample = (value: string): boolean =>
  value.startsWith(BEGINNING) && KNOWN.has(sha256Hex(value).slice(0, 16));

/** Bits per character of a text by its own letter counts: random tokens have more than words. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
