/** What can be said about the tokens of a text from its size alone, without a tokenizer. */
import type { SummedText, TokenCounter } from './ports/index.ts';

/** The handoff document's own words. */
export const TOKENIZER_UNAVAILABLE = 'tiktoken unavailable. Using estimation.';

export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The handoff document's formula, `wc -c` divided by 4 and printed with `%d`: rounded down. */
export const estimateTokens = (text: string): number => Math.floor(utf8Length(text) / 4);

export const textOf = (text: string | SummedText): string => (typeof text === 'string' ? text : text.text);

/**
 * No byte-level BPE tokenizer gives more tokens than this: it starts from one token per UTF-8 byte and only ever
 * merges.
 */
export const maxTokens = (text: string): number => utf8Length(text);

/** Counts by that formula, for those who ask for it. */
export const estimatingCounter: TokenCounter = {
  method: 'bytes/4',
  count: async (text) => estimateTokens(text),
  countAll: async (texts) => texts.map((text) => estimateTokens(textOf(text))),
};
