import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and others put servers that are not on the path. */
const VERSIONED = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt'];

const isComplete = (folder: string): boolean =>
  ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(folder, name)));

/** The folder with the server's programs, newest version first; says what to do where there is none. */
export function getPostgresFolder(): string {
  const versioned = VERSIONED.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
      .map((version) => join(folder, version, 'bin')),
  );
  const onPath = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  const found = [...versioned, ...onPath].find(isComplete);
  if (found !== undefined) return found;
  throw new Error(
    'no PostgreSQL server found: install one (Debian: apt-get install postgresql) or set BATON_TEST_PG to a running one',
  );
}
