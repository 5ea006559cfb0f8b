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
