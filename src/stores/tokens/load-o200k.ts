import { cutRuns } from './cut-runs.ts';

/** Counts the tokens of a text. */
export type Encoder = (text: string) => number;

/** The tokenizer remembers pieces of the texts it saw, and with them the texts: it must forget from time to time. */
const FORGET_AFTER_CHARACTERS = 4_000_000;

/** Text like `<|im_start|>` has no power here: it is counted as the text it is. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Two megabytes of merge ranks and a quarter of a second: never loaded before a count is really needed. */
export async function loadO200k(): Promise<Encoder> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  let seen = 0;
  return (text) => {
    seen += text.length;
    if (seen > FORGET_AFTER_CHARACTERS) {
      clearMergeCache();
      seen = text.length;
    }
    return cutRuns(text).reduce((sum, piece) => sum + countTokens(piece, AS_TEXT), 0);
  };
}
