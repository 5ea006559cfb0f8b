export { DEFAULT_AIIGNORE, parseAiignore, maskIgnored, scanIgnored, type IgnorePattern } from './aiignore.ts';
export { compilePattern } from './linear-match.ts';
export { ignoreCase, parseExpression } from './pattern-tree.ts';
