export { createGit } from './git.ts';
