import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian and others put servers that are not on the path: a folder per version. */
const VERSIONED = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt'];

const PROGRAMS = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup'];

/** The server that tests use: one that runs already, or one to be started from these programs. */
export type ServerSource =
  | { readonly kind: 'running'; readonly url: string }
  | { readonly kind: 'programs'; readonly folder: string };

/** `BATON_TEST_PG` goes before the machine's own programs; says what to do where there is neither. */
export function getServerSource(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  versioned: readonly string[] = VERSIONED,
): ServerSource {
  const url = environment['BATON_TEST_PG'];
  if (url !== undefined && url !== '') return { kind: 'running', url };
  return { kind: 'programs', folder: getPostgresFolder(environment, versioned) };
}

/** The folder with the server's programs: on the path, else the newest version that is installed. */
export function getPostgresFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  versioned: readonly string[] = VERSIONED,
): string {
  const onPath = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = [...onPath, ...versioned.flatMap(listVersions)].find(isComplete);
  if (found !== undefined) return found;
  throw new Error(
    'no PostgreSQL server found: install one (Debian: apt-get install postgresql) or set BATON_TEST_PG to a running one',
  );
}

const isComplete = (folder: string): boolean => PROGRAMS.every((name) => existsSync(join(folder, name)));

/** Newest first. */
function listVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
    .map((version) => join(folder, version, 'bin'));
}
