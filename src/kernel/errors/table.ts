import { auditErrors, authorityErrors } from './audit.ts';
import { baseErrors, demoErrors } from './base.ts';
import { bridgeErrors, notifyErrors } from './bridges.ts';
import { documentErrors } from './document.ts';
import { governanceErrors } from './governance.ts';
import { httpErrors } from './http.ts';
import { projectErrors } from './project.ts';
import type { ErrorRow } from './row.ts';
import { storeErrors } from './store.ts';
import { taskErrors } from './tasks.ts';

/** Every code Baton can fail with. Codes are never renamed; docs/errors.md is generated from here. */
export const ERRORS = {
  ...baseErrors,
  ...auditErrors,
  ...authorityErrors,
  ...bridgeErrors,
  ...demoErrors,
  ...documentErrors,
  ...governanceErrors,
  ...httpErrors,
  ...notifyErrors,
  ...storeErrors,
  ...taskErrors,
  ...projectErrors,
} as const satisfies Record<string, ErrorRow>;

/** Every code an error of Baton can have; docs/errors.md explains each. */
export type ErrorCode = keyof typeof ERRORS;
