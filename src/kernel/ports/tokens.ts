/** Counts model tokens. Counting is async because the real tokenizer is large and loads only when a count is not cached. */
export interface TokenCounter {
  /** Named in every output that holds a count. */
  readonly method: TokenMethod;
  count(text: string): Promise<number>;
  /** As count for each, with one lookup in the cache. */
  countAll(texts: readonly (string | SummedText)[]): Promise<number[]>;
}

/** A text whose hash is known: if its count is cached, the text is not asked for. */
export interface SummedText {
  /** Of the text as UTF-8, in hex. */
  readonly sha256: string;
  readonly text: string;
}

/** `o200k_base` is exact for that encoding; `bytes/4` is the fallback estimate. */
export type TokenMethod = 'o200k_base' | 'bytes/4';
