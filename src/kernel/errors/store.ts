import type { ErrorRow } from './baton-error.ts';

/** Errors of a store that is a server. */
export const storeErrors = {
  STORE_ADDRESS_INVALID: {
    exit: 2,
    meaning: 'The setting store is neither files nor the address of a PostgreSQL database.',
    hint: 'use files or postgres://user@host:5432/database',
  },
  STORE_NOT_APPROVED: {
    exit: 1,
    meaning: 'The repository names a store that nobody approved on this machine, so Baton does not connect to it.',
    hint: 'run baton approve, or name the store yourself in BATON_STORE',
  },
  STORE_UNREACHABLE: {
    exit: 70,
    meaning: 'The database does not answer, or the connection to it was lost.',
    hint: 'check that it runs, and the host and port in the setting store; the command can be run again',
  },
  STORE_LOGIN_REFUSED: {
    exit: 70,
    meaning: 'The database refused the login.',
    hint: 'check user, password and database name in the setting store, and the rules in pg_hba.conf',
  },
  STORE_TLS_FAILED: {
    exit: 70,
    meaning:
      'No secure connection to the database could be made: it does not offer one, or its certificate is not trusted.',
    hint: 'check sslmode and sslrootcert in the setting store: the certificate must be for the host named there',
  },
  STORE_FORBIDDEN: {
    exit: 70,
    meaning: 'The database user lacks a privilege that Baton needs.',
    hint: 'give it the grants listed in docs/fleet.md',
  },
  STORE_SCHEMA_OLD: {
    exit: 70,
    meaning: 'The tables in the database were created by an older Baton.',
    hint: 'have their owner run baton doctor --fix: it upgrades them, as any change by the owner does',
  },
  STORE_SCHEMA_NEW: {
    exit: 70,
    meaning: 'The tables in the database were created by a newer Baton than this one.',
    hint: 'update agent-baton on this machine',
  },
  STORE_SERVER_OLD: {
    exit: 70,
    meaning: 'The PostgreSQL server is older than Baton can work with.',
    hint: 'use PostgreSQL 13 or newer',
  },
  STORE_READ_ONLY: {
    exit: 70,
    meaning: 'The database is read-only: it is a standby, or configured that way.',
    hint: 'name the primary in the setting store, or several hosts with commas between them: the one that accepts writes is used',
  },
  STORE_BUSY: {
    exit: 3,
    meaning: 'Other processes kept changing the same data while this change was tried.',
    hint: 'run the command again',
  },
  STORE_FULL: {
    exit: 70,
    meaning: 'The database has no free connection slot for this user.',
    hint: 'raise max_connections or the connection limit of the role, or let agents report through a daemon; baton doctor shows how many are free',
  },
  STORE_NOT_EMPTY: {
    exit: 1,
    meaning: 'The place for the data dir already contains data.',
    hint: 'import into an empty place, or use --replace',
  },
  STORE_IN_USE: {
    exit: 3,
    meaning: 'A daemon or an agent is working on the data to be moved.',
    hint: 'stop baton serve on every machine and let agents finish; --live exports a copy anyway',
  },
  STORE_UNSETTLED: {
    exit: 1,
    meaning: 'Task files were edited or damaged, and Baton has not processed that yet.',
    hint: 'run baton tick to adopt edits, or baton doctor for damage; then export again',
  },
  ARCHIVE_INVALID: {
    exit: 1,
    meaning: 'The file to import is not a complete archive from baton export. Nothing was changed.',
    hint: 'export again, and import the file unchanged',
  },
  IMPORT_DIFFERS: {
    exit: 70,
    meaning: 'The imported data reads back differently from the archive. Nothing was changed.',
    hint: 'report it with the versions of Baton on both sides; the source is unchanged',
  },
  STORE_FAILED: {
    exit: 70,
    meaning: 'The database refused a statement.',
    hint: 'run baton doctor, which checks tables, rights and version',
  },
  PRUNE_UNSUPPORTED: {
    exit: 1,
    meaning: 'Old work can be pruned from a database, not from files.',
    hint: 'keep the data dir in git, or move finished tasks away by hand while no daemon runs',
  },
  ARTIFACT_DAMAGED: {
    exit: 70,
    meaning: 'A large artifact kept outside the database is missing or differs from its checksum.',
    hint: 'restore the folder artifacts of the data dir; it must be the same on every machine',
  },
} as const satisfies Record<string, ErrorRow>;
