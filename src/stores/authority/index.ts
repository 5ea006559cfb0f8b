export { createAuthority } from './create-authority.ts';
export { guardKeyFiles } from './guard-key-files.ts';
export { identifyFolder, isBelievable, locateStateFolder, realPathOf } from './state-folder.ts';
