export { DEFAULT_AIIGNORE, parseAiignore, scanIgnored, type IgnorePattern } from './aiignore.ts';
