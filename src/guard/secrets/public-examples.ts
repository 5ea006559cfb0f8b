/**
 * Google API keys in the public samples of Firebase's SDKs and in the tests of gitleaks, which leaves the same
 * ones out: everybody has them, so they are no secrets. No rule could tell them from live keys, so they are named. Kept
 * as the first 16 hex digits of their SHA-256, so that this file does not itself set off scanners. Other vendors mark
 * their examples in the key itself; those are seen by `isPlaceholder`.
 */
import { sha256Hex } from '../../kernel/hash.ts';

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
