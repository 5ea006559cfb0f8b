export { createGit, type GitOptions } from './git.ts';
