/** Private keys that do not come in PEM blocks. */
import type { ShapedKind } from './shaped-kind.ts';

/** As much as a key of 4096 bits takes in each of these forms. */
const KEY_WINDOW = 3_600;

export const PRIVATE_KEY_KINDS: readonly ShapedKind[] = [
  {
    id: 'secret-ssh2-private-key',
    name: 'private key in SSH2 form',
    about: 'Finds private keys as commercial SSH programs write them.',
    example: '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
    keywords: ['begin ssh2 encrypted private key ----', 'begin ssh2 private key ----'],
    before: 0,
    after: KEY_WINDOW,
    shape: /^(?<value>[\s\S]{20,3600}?)(?=---- END|$)/,
    isReal: (value) => /[A-Za-z0-9+/=]{40}/.test(value),
  },
  {
    id: 'secret-putty-private-key',
    name: 'PuTTY private key',
    about: 'Finds the private part of a PuTTY key file.',
    example: 'Private-Lines: 14',
    keywords: ['private-lines:'],
    before: 0,
    after: KEY_WINDOW,
    shape: /^[ \t]{0,3}\d{1,3}\s{1,2}(?<value>[A-Za-z0-9+/=\s]{20,3600}?)(?=\nPrivate-|$)/,
    isReal: (value) => /[A-Za-z0-9+/=]{40}/.test(value),
  },
  {
    id: 'secret-json-web-key',
    name: 'private JSON web key',
    about: 'Finds JSON web keys with their private part: `d` of a pair, `k` of a shared key.',
    example: '{ "kty": "EC", "d": "…" }',
    keywords: ['"kty"'],
    before: KEY_WINDOW / 2,
    after: KEY_WINDOW,
    isLikely: isPrivate,
    shape: /\{(?<value>[^{}]{0,3600})(?=\}|$)/,
    isReal: (value) => value.includes('"kty"') && PRIVATE_PART.test(value),
  },
];

const PRIVATE_PART = /"[dk]"\s{0,2}:\s{0,2}"[A-Za-z0-9_-]{20}/;

/** The object around the word has a private part; looked for once more when the object is cut out. */
function isPrivate(text: string, keywordStart: number): boolean {
  return PRIVATE_PART.test(text.slice(Math.max(0, keywordStart - KEY_WINDOW / 2), keywordStart + KEY_WINDOW));
}
