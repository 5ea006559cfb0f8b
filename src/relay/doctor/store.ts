import { isBatonError } from '../../kernel/errors/index.ts';
import type { Check } from './check.ts';

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
      const { software, version, wanted } = await server.describe();
      const tables = `${software}, schema ${place.storeSchema}`;
      if (version === 0) return { state: 'ok', found: `${tables}: tables are created by the first change` };
      if (version === wanted) return { state: 'ok', found: `${tables} at version ${version}` };
      if (version > wanted)
        return {
          state: 'problem',
          found: `${tables} at version ${version}, created by a newer Baton than this one (${wanted})`,
          remedy: 'update agent-baton on this machine',
        };
      return {
        state: 'problem',
        found: `${tables} at version ${version}, this Baton needs ${wanted}`,
        remedy: 'run baton doctor --fix, as a user that owns the tables',
        fix: async () => `brought the tables from version ${await server.migrate()} to ${wanted}`,
      };
    },
  },
];

function findPlace(platform: Parameters<Check['examine']>[0]) {
  try {
    return platform.project.settings.values;
  } catch (error) {
    if (isBatonError(error, 'CONFIG_INVALID')) return undefined;
    throw error;
  }
}
