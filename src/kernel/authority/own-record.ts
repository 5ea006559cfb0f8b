import type { Seals } from '../ports/index.ts';

/**
 * Whether this installation wrote a record of runtime state. A user without a folder for the key of marks has none: then git
 * says whether the file came with the repository.
 */
export async function isOwnRecord(
  seals: Pick<Seals, 'seal' | 'isOurs' | 'isTracked'>,
  record: { readonly purpose: string; readonly content: string; readonly mark: unknown; readonly path: string },
): Promise<boolean> {
  const { purpose, content, mark, path } = record;
  if ((await seals.seal(purpose, content)) === undefined) return !(await seals.isTracked(path));
  return typeof mark === 'string' && (await seals.isOurs(purpose, content, mark));
}
