import { BatonError, isBatonError, type ErrorCode } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';

type FileIntent = 'read' | 'write';

interface Reading {
  readonly code: ErrorCode | Readonly<Record<FileIntent, ErrorCode>>;
  readonly why: string;
  readonly hint?: string;
}

const CANNOT = { read: 'FILE_NOT_READABLE', write: 'FILE_NOT_WRITABLE' } as const;

const READINGS: Readonly<Record<string, Reading>> = {
  ENOENT: { code: 'FILE_NOT_FOUND', why: 'there is no such file or folder' },
  ENOTDIR: { code: 'FILE_NOT_FOUND', why: 'a part of the path is a file, not a folder' },
  EISDIR: { code: 'FILE_IS_DIRECTORY', why: 'it is a folder' },
  EEXIST: { code: 'FILE_EXISTS', why: 'it already exists' },
  ENOTEMPTY: { code: 'FILE_EXISTS', why: 'the folder is not empty', hint: 'empty the folder first' },
  EACCES: { code: CANNOT, why: 'permission denied' },
  EPERM: { code: CANNOT, why: 'the system does not permit it' },
  EROFS: { code: CANNOT, why: 'the file system is read-only' },
  ENOSPC: { code: 'DISK_FULL', why: 'no space is left on the disk' },
  EDQUOT: { code: 'DISK_FULL', why: 'the disk quota is used up' },
  EFBIG: { code: 'DISK_FULL', why: 'the file would grow beyond what the system allows' },
  ELOOP: { code: CANNOT, why: 'its symlinks form a loop', hint: 'fix the symlinks in the path' },
  ENAMETOOLONG: { code: 'INPUT_INVALID', why: 'the name is longer than the file system allows' },
  ERR_INVALID_ARG_VALUE: { code: 'INPUT_INVALID', why: 'the path contains a NUL character' },
  EXDEV: { code: CANNOT, why: 'the two paths are on different file systems', hint: 'name a place on the same disk' },
  EMFILE: { code: CANNOT, why: 'too many files are open', hint: 'raise the limit of open files (ulimit -n)' },
  ENFILE: { code: CANNOT, why: 'too many files are open', hint: 'raise the limit of open files' },
  EIO: { code: CANNOT, why: 'the disk reported an error', hint: 'check the disk' },
  EBUSY: { code: CANNOT, why: 'another program is using it' },
};

/** What the system said, as an error with a code and the path; anything that is not from the system stays as it is. */
export function toFileError(cause: unknown, path: string, intent: FileIntent): unknown {
  const errno = errnoOf(cause);
  if (errno === undefined || isBatonError(cause)) return cause;
  const { code, why, hint } = READINGS[errno] ?? { code: CANNOT, why: `the system says ${errno}` };
  return new BatonError(
    typeof code === 'string' ? code : code[intent],
    `cannot ${intent} ${path}: ${why}`,
    { path, errno, ...given({ hint }) },
    cause,
  );
}

/** Runs it, and gives its failure the path it was about. */
export async function withPath<T>(path: string, intent: FileIntent, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toFileError(cause, path, intent);
  }
}

/** The system's name for what went wrong (`ENOENT`), if the error comes from the system. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What file systems without hard links answer to `link`. */
const NO_HARD_LINKS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export const isWithoutHardLinks = (error: unknown): boolean => NO_HARD_LINKS.has(errnoOf(error) ?? '');

/** Runs it; a missing file or folder is no failure. */
export async function unlessGone<T>(doing: Promise<T>): Promise<T | undefined> {
  try {
    return await doing;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
