export { locateCacheFolder } from './cache-folder.ts';
