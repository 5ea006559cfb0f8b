import { isBatonError } from '../../kernel/errors/index.ts';
import type { StoreExamination, StoreServer } from '../../kernel/ports/index.ts';
import type { Check, Diagnosis } from './doctor.ts';

export const storeChecks: readonly Check[] = [
  {
    id: 'store',
    title: 'Store',
    async examine(platform) {
      const place = findPlace(platform);
      if (place === undefined) return { state: 'note', found: 'unknown while the configuration is broken' };
      if (place.store === 'files') return { state: 'ok', found: 'files in the data folder' };
      const server = (await platform.tasks()).server;
      if (server === undefined) return { state: 'ok', found: 'no server' };
      return await examineTables(server, place.storeSchema);
    },
  },
  {
    id: 'store-rights',
    title: 'Rights in the store',
    async examine(platform) {
      const server = await findServer(platform);
      if (server === 'away') return STORE_UNKNOWN;
      if (server === undefined) return { state: 'ok', found: 'none are needed' };
      // First the rights: without some of them nobody can ask for the version.
      const { role, missingRights } = await server.examine();
      if (missingRights.length > 0)
        return {
          state: 'problem',
          found: `${role} lacks ${missingRights.join(', ')}`,
          remedy: 'give the grants of docs/fleet.md, as the owner of the schema',
        };
      if ((await server.describe()).version === 0) return { state: 'note', found: 'unknown while there are no tables' };
      return { state: 'ok', found: `${role} has every right that Baton needs; no extension is needed` };
    },
  },
  {
    id: 'store-health',
    title: 'Server of the store',
    async examine(platform) {
      const server = await findServer(platform);
      if (server === 'away') return STORE_UNKNOWN;
      if (server === undefined) return { state: 'ok', found: 'none' };
      const examination = await server.examine();
      const risks = findRisks(examination, server.skewMs);
      const found = `clock ${server.skewMs} ms ahead, ${examination.freeConnections} connections free, autovacuum ${examination.autovacuum ? 'on' : 'off'}`;
      if (risks.length === 0) return { state: 'ok', found };
      return {
        state: 'warning',
        found: `${found}; ${risks.map(({ text }) => text).join('; ')}`,
        remedy: risks.map(({ remedy }) => remedy).join('; '),
      };
    },
  },
];

/** Reachable, and with tables that this Baton can use. */
async function examineTables(server: StoreServer, schema: string): Promise<Diagnosis> {
  const { software, version, least, wanted, needed } = await server.describe();
  const tables = `${software}, schema ${schema}`;
  const { role, canCreate, missingTables } = await server.examine();
  if (least > wanted)
    return {
      state: 'problem',
      found: `${tables} at version ${least}, made by a newer Baton than this one (${wanted})`,
      remedy: 'update agent-baton on this machine',
    };
  if (version > wanted)
    return { state: 'note', found: `${tables} at version ${version}; this Baton knows ${wanted} and works beside it` };
  const isWhole = version >= needed && missingTables.length === 0;
  const fix = async (): Promise<string> => {
    const before = await server.migrate();
    return before === 0
      ? `made the tables at version ${wanted}`
      : `brought the tables from version ${before} to ${wanted}`;
  };
  const able = canCreate
    ? { remedy: 'run baton doctor --fix', fix }
    : { remedy: `let the owner of the schema run baton doctor --fix: ${role} has no right CREATE on it` };
  if (version === 0) return { state: canCreate ? 'warning' : 'problem', found: `${tables}: no tables yet`, ...able };
  if (version >= needed && missingTables.length > 0)
    return {
      state: 'problem',
      found: `${tables} at version ${version}, but without ${missingTables.join(', ')}`,
      remedy: 'restore the schema from a back-up: somebody removed tables',
    };
  if (version === wanted) return { state: 'ok', found: `${tables} at version ${version}` };
  return {
    state: isWhole ? 'note' : 'problem',
    found: `${tables} at version ${version}, this Baton ${isWhole ? `works with it and would make` : 'needs'} ${isWhole ? wanted : needed}`,
    ...able,
  };
}

const MAX_SKEW_MS = 60_000;
const FEW_CONNECTIONS = 5;
const LONG_TRANSACTION_S = 3_600;

/** What does no harm yet. */
function findRisks(
  { autovacuum, freeConnections, oldestTransactionSeconds }: StoreExamination,
  skewMs: number,
): readonly { readonly text: string; readonly remedy: string }[] {
  return [
    ...(Math.abs(skewMs) > MAX_SKEW_MS
      ? [
          {
            text: 'the clocks differ by more than a minute',
            remedy: 'set the clock of this machine; leases follow the database',
          },
        ]
      : []),
    ...(freeConnections < FEW_CONNECTIONS
      ? [{ text: 'hardly a connection is free', remedy: 'raise max_connections or the limit of the role' }]
      : []),
    ...(autovacuum ? [] : [{ text: 'dead rows are not cleaned up', remedy: 'set autovacuum = on' }]),
    ...(oldestTransactionSeconds > LONG_TRANSACTION_S
      ? [
          {
            text: `a transaction has been open for ${oldestTransactionSeconds} s`,
            remedy: 'end it: nothing is cleaned up meanwhile',
          },
        ]
      : []),
  ];
}

export const STORE_UNKNOWN: Diagnosis = { state: 'note', found: 'unknown while the store cannot be used' };

/** Undefined over files. What is wrong with a database is told once, in the row of the store. */
async function findServer(platform: Parameters<Check['examine']>[0]): Promise<StoreServer | 'away' | undefined> {
  const place = findPlace(platform);
  if (place === undefined || place.store === 'files') return undefined;
  try {
    return (await platform.tasks()).server;
  } catch (error) {
    if (isBatonError(error) && error.code.startsWith('STORE_')) return 'away';
    throw error;
  }
}

function findPlace(platform: Parameters<Check['examine']>[0]) {
  try {
    return platform.project.settings.values;
  } catch (error) {
    if (isBatonError(error, 'CONFIG_INVALID')) return undefined;
    throw error;
  }
}
