export { createAuthority } from './create-authority.ts';
export { guardKeyFiles, identifyFolder, isBelievable, locateStateFolder, realPathOf } from './state-folder.ts';
