import { BatonError } from '../../../kernel/errors/index.ts';
import type { Connection } from '../connection/dial.ts';
import { isMissingTable } from '../connection/failures.ts';
import { LATEST_VERSION, MIGRATIONS } from './migrations.ts';

/** A text as a literal in statements. */
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A schema's name as it stands in statements. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL cuts longer names and keeps some for itself; ours quotes the bodies of functions with dollars. */
export function assertSchemaName(name: string): void {
  if (Buffer.byteLength(name) <= 63 && /^(?!pg_)[^$\0]+$/.test(name)) return;
  throw new BatonError('STORE_ADDRESS_INVALID', `${JSON.stringify(name)} cannot be the name of a schema`, {
    hint: 'the setting storeSchema takes up to 63 bytes, without $ and not beginning with pg_',
  });
}

/** Any number that nobody else uses; the schema's name is the other half. */
export const LOCK_SPACE = 1_650_553_967;

/** How far the tables have come. */
export interface SchemaVersion {
  /** The last step of all; 0 if there are no tables yet. */
  readonly version: number;
  /** The last step that a Baton must know to work with them. */
  readonly least: number;
}

const VERSION_TABLES = ['version', 'addition'] as const;

export async function readVersion(connection: Connection, schema: string): Promise<SchemaVersion> {
  // Read from the catalogue's tables: a session's own memory of names may be older than what others have committed.
  const { rows } = await connection.query<{ relname: string }>(
    `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname IN (${VERSION_TABLES.map(quoteText).join(', ')})`,
    [schema],
  );
  if (rows.length === 0) return { least: 0, version: 0 };
  return await readSteps(connection, schema, new Set(rows.map(({ relname }) => relname)));
}

/** As `readVersion`, in one statement if both tables were there before: for callers that ask again and again. */
export async function rereadVersion(
  connection: Connection,
  schema: string,
  before: SchemaVersion | undefined,
): Promise<SchemaVersion> {
  const hasBoth = before !== undefined && before.version > before.least;
  if (!hasBoth) return await readVersion(connection, schema);
  try {
    return await readSteps(connection, schema, new Set(VERSION_TABLES));
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    return await readVersion(connection, schema);
  }
}

async function readSteps(connection: Connection, schema: string, there: ReadonlySet<string>): Promise<SchemaVersion> {
  const lastOf = (table: (typeof VERSION_TABLES)[number]): string =>
    there.has(table) ? `coalesce((SELECT max(version) FROM ${quoteName(schema)}.${table}), 0)` : '0';
  const { rows } = await connection.query<SchemaVersion>(
    `SELECT least, greatest(least, added) AS version
     FROM (SELECT ${lastOf('version')} AS least, ${lastOf('addition')} AS added) steps`,
  );
  return rows[0] ?? { least: 0, version: 0 };
}

/** Brings the tables up to date, step by step, each whole or not at all; others wait meanwhile. */
export async function migrate(connection: Connection, schema: string, to = LATEST_VERSION): Promise<number> {
  const name = quoteName(schema);
  await connection.query('BEGIN');
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, `migrate ${schema}`]);
    const found = await readVersion(connection, schema);
    assertNotNewer(found, schema);
    if (found.version === 0) await createSchema(connection, schema);
    for (const { version, sql, about, isAdditive = false } of MIGRATIONS) {
      if (version <= found.version || version > to) continue;
      const table = isAdditive ? 'addition' : 'version';
      await createVersionTable(connection, `${name}.${table}`);
      await connection.query(sql.replaceAll('$S.', () => `${name}.`).replaceAll('$N', () => quoteText(schema)));
      await connection.query(`INSERT INTO ${name}.${table} (version, about) VALUES ($1, $2)`, [version, about]);
    }
    await connection.query('COMMIT');
    return found.version;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function createSchema(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  // A user that may not make schemas can still be given one.
  if (rows.length === 0) await connection.query(`CREATE SCHEMA ${quoteName(schema)}`);
}

async function createVersionTable(connection: Connection, table: string): Promise<void> {
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${table} (version integer PRIMARY KEY, about text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
  );
}

/** Steps that were only added are no reason to stop. */
export function assertNotNewer({ least }: SchemaVersion, schema: string): void {
  if (least <= LATEST_VERSION) return;
  throw new BatonError(
    'STORE_SCHEMA_NEW',
    `the tables in schema ${schema} are at version ${least}; this Baton knows versions up to ${LATEST_VERSION}`,
    { version: least, known: LATEST_VERSION },
  );
}
