export { type DigestPart } from './digest-line.ts';
export { planDigest } from './plan-digest.ts';
export { linesOfFile, preferWhole, selectParts, type PricedPart, type Selection } from './select.ts';
