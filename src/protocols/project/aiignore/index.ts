export { DEFAULT_AIIGNORE, parseAiignore, maskIgnored, scanIgnored, type IgnorePattern } from './aiignore.ts';
