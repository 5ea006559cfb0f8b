import type { Lexicon } from '../concepts.ts';
import { ENGLISH } from './english.ts';
import { DUTCH, FRENCH, GERMAN, ITALIAN, POLISH, PORTUGUESE, SPANISH } from './european.ts';
import { CHINESE, JAPANESE, KOREAN, MORE, RUSSIAN } from './other-scripts.ts';

/** English comes first: its words for things (files, keys, addresses) count in sentences of every language. */
export const LEXICONS: readonly Lexicon[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
  MORE,
];
