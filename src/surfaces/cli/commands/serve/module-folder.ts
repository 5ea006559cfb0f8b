import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this very code lies: in the bundle, in the library or in the sources. */
export const moduleFolder = dirname(fileURLToPath(import.meta.url));
