export type { Encoder } from './load-o200k.ts';
export { createTokenCounter, type KeepingTokenCounter, type TokenCounterOptions } from './token-counter.ts';
