import { baseErrors } from './base.ts';
import { documentErrors } from './document.ts';
import { notifyErrors } from './notify.ts';
import type { ErrorRow } from './row.ts';
import { taskErrors } from './tasks.ts';

/** Every code Baton can fail with. Codes are never renamed; docs/errors.md is generated from here. */
export const ERRORS = {
  ...baseErrors,
  ...documentErrors,
  ...notifyErrors,
  ...taskErrors,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
