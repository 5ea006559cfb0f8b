export { createAuthority, type AuthorityDeps } from './create-authority.ts';
export { isBelievable, locateStateFolder, realPathOf } from './state-folder.ts';
