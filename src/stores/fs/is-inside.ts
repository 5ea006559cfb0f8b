import { isAbsolute, relative, sep } from 'node:path';

/** Whether a full path, as `resolve` gives it, is this folder or below it. Paths of Windows have no case: Node compares them. */
export function isInside(folder: string, full: string): boolean {
  if (sep === '/') return full === folder || full.startsWith(folder === '/' ? '/' : `${folder}/`);
  const way = relative(folder, full);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
