import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How the launcher of this very code is started: a file beside it, in the bundle, in the library or in the sources. */
export function launcherCommand(): readonly string[] {
  const file = fileURLToPath(import.meta.url);
  const path = join(dirname(file), `launch${extname(file)}`);
  // Sources are run through a loader, in development only; what is published is plain JavaScript.
  return extname(file) === '.ts' ? [process.execPath, '--import', 'tsx', path] : [process.execPath, path];
}
