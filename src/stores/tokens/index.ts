export type { Encoder } from './load-o200k.ts';
export {
  createTokenCounter,
  TOKENIZER_UNAVAILABLE,
  type KeepingTokenCounter,
  type TokenCounterOptions,
} from './token-counter.ts';
