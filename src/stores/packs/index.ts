export { locateCacheFolder } from './cache-folder.ts';
export { createFolder, isPrivate, isTrusted } from './private-place.ts';
