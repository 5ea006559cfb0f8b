import { join } from 'node:path';
import { isBatonError } from '../../kernel/index.ts';
import type { Check } from './check.ts';

export const taskChecks: readonly Check[] = [
  {
    id: 'tasks',
    title: 'Tasks',
    async examine(platform) {
      if (!(await isUsed(platform))) return { state: 'ok', found: 'none yet' };
      const store = await platform.tasks();
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

async function isUsed(platform: Parameters<Check['examine']>[0]): Promise<boolean> {
  try {
    return (await platform.files.stat(join(platform.dataDir, 'tasks'))) !== undefined;
  } catch (error) {
    if (isBatonError(error, 'CONFIG_INVALID')) return false;
    throw error;
  }
}
