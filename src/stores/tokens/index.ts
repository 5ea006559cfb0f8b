export { createTokenCounter, type KeepingTokenCounter } from './token-counter.ts';
