import { isBatonError } from '../../kernel/errors/index.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import { hasTasks } from '../settings/index.ts';
import type { Check } from './check.ts';

export const taskChecks: readonly Check[] = [
  {
    id: 'tasks',
    title: 'Tasks',
    async examine(platform) {
      if (!(await isUsed(platform))) return { state: 'ok', found: 'none yet' };
      const store = await findStore(platform);
      if (store === undefined) return { state: 'note', found: 'unknown while the store cannot be used' };
      const { edited, broken } = await store.inspect();
      const counts = Object.entries(await store.count()).filter(([, count]) => count > 0);
      const found = counts.length === 0 ? 'none' : counts.map(([status, count]) => `${count} ${status}`).join(', ');
      if (broken.length === 0) {
        if (edited.length === 0) return { state: 'ok', found };
        return {
          state: 'note',
          found: `${found}; ${edited.length} edited by hand`,
          remedy: 'the next change or baton tick takes the edits over',
        };
      }
      const canRepair = broken.some((file) => file.canRepair);
      const names = broken.slice(0, 5).map(({ path, reason, repair }) => `${path}: ${reason} (${repair})`);
      return {
        state: 'problem',
        found: `${broken.length} broken file${broken.length === 1 ? '' : 's'}: ${names.join('; ')}${broken.length > 5 ? ' …' : ''}`,
        remedy: canRepair
          ? 'run baton doctor --fix; what cannot be mended without loss stays for you'
          : 'mend or move the files by hand',
        ...(canRepair ? { fix: async () => describeRepair((await store.reconcile({ repair: true })).repaired) } : {}),
      };
    },
  },
];

const describeRepair = (paths: readonly string[]): string => `mended ${paths.join(', ')}`;

/** What is wrong with a database is told once, in the row of the store. */
async function findStore(platform: Parameters<Check['examine']>[0]): Promise<TaskStore | undefined> {
  try {
    const store = await platform.tasks();
    const state = await store.server?.describe();
    return state === undefined || state.version === 0 || state.version === state.wanted ? store : undefined;
  } catch (error) {
    if (isBatonError(error) && error.code.startsWith('STORE_')) return undefined;
    throw error;
  }
}

async function isUsed(platform: Parameters<Check['examine']>[0]): Promise<boolean> {
  try {
    return await hasTasks(platform);
  } catch (error) {
    if (isBatonError(error, 'CONFIG_INVALID')) return false;
    throw error;
  }
}
