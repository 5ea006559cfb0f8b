import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';

export const isGitFault = (error: unknown): error is BatonError => isBatonError(error) && error.code.startsWith('GIT_');
