import { isBatonError } from '../../kernel/errors/index.ts';
import { listRestricted } from '../govern/index.ts';
import type { Check } from './check.ts';

export const governanceChecks: readonly Check[] = [
  {
    id: 'governed-agents',
    title: 'Governed agents',
    async examine(platform) {
      const found = await findRestricted(platform);
      if (found === undefined) return { state: 'ok', found: 'no registry' };
      const { blocked, held } = found;
      if (blocked.length + held.length === 0) return { state: 'ok', found: 'none is blocked or held' };
      const names = [...blocked.map((id) => `${id} is blocked`), ...held.map((id) => `${id} is held`)];
      return {
        state: blocked.length > 0 ? 'problem' : 'warning',
        found: names.join('; '),
        remedy:
          'find out what happened (baton govern check), then run baton govern reconcile AGENT --by PERSON --reason TEXT',
      };
    },
  },
];

async function findRestricted(platform: Parameters<typeof listRestricted>[0]) {
  try {
    return await listRestricted(platform);
  } catch (error) {
    if (isBatonError(error, 'REGISTRY_NOT_FOUND')) return undefined;
    throw error;
  }
}
