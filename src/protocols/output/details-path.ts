import { posix, win32 } from 'node:path';
import { NO_DETAILS, TASK_TYPE_ROWS, type TaskType } from './schema.ts';

/** What a details file of another kind than its task type asks for is; undefined if it fits. */
export function checkDetailsKind(path: string, type: TaskType | undefined): string | undefined {
  if (type === undefined || path === NO_DETAILS) return undefined;
  const ending = endingOf(path);
  // The record is JSON for every type: each published example names one.
  if (ending === 'json' || TASK_TYPE_ROWS[type].endings.includes(ending)) return undefined;
  return `a ${type} task keeps its details in a ${TASK_TYPE_ROWS[type].details}; found ${ending === '' ? 'no file ending' : `.${ending}`}`;
}

const endingOf = (path: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';

const isWindowsPath = (path: string): boolean => /^[A-Za-z]:[\\/]|^\\\\/.test(path);

/**
 * Whether a path, as text, is in one of the roots. The first root is where relative paths begin. Symlinks are
 * followed later, when the file is opened.
 */
export function isInsideRoots(path: string, roots: readonly string[]): boolean {
  const [base = ''] = roots;
  const rules = isWindowsPath(base) ? win32 : posix;
  if (rules === posix && isWindowsPath(path)) return false;
  const place = rules.resolve(base, path);
  return roots.some((root) => {
    const way = rules.relative(root, place);
    return way !== '..' && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
  });
}
