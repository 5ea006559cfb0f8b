import { LOCK_FILE } from '../../../protocols/project/index.ts';

/** Holds the parts of a step that was decided and may be carried out in part. */
export const PENDING_FOLDER = '.pending';

/** The lock and half-done steps are nobody's content. By path below the folder. */
export const isLeftOut = (name: string): boolean =>
  name === LOCK_FILE ||
  name === PENDING_FOLDER ||
  name.startsWith(`${PENDING_FOLDER}/`) ||
  /^\.baton-[^/]*\.tmp$/.test(name);
