import { isBatonError } from '../../kernel/errors/index.ts';
import { verifyAudit } from '../audit/index.ts';
import { checkRegistryFiles, listRestricted } from '../govern/index.ts';
import type { Check } from './doctor.ts';

export const governanceChecks: readonly Check[] = [
  {
    id: 'governed-agents',
    title: 'Governed agents',
    async examine(platform) {
      const found = await unlessNone(() => listRestricted(platform));
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
  {
    id: 'registry-lock',
    title: 'Registry and its lock',
    async examine(platform) {
      const found = await unlessNone(() => checkRegistryFiles(platform));
      if (found === undefined) return { state: 'ok', found: 'no registry' };
      const { problems, agents } = found;
      const first = problems.find(({ severity }) => severity === 'error');
      if (first === undefined) return { state: 'ok', found: `${agents} agents as they were locked` };
      return {
        state: 'problem',
        found: `${first.agent ?? 'registry'}: ${first.message}`,
        remedy: 'run baton govern check, then restore what changed, or review it and run baton govern lock',
      };
    },
  },
  {
    id: 'audit-log',
    title: 'Audit log',
    async examine(platform) {
      const folder = await platform.files.stat(platform.project.dataDir);
      if (folder !== undefined && folder.kind !== 'folder') return { state: 'ok', found: 'none' };
      const { ok, entries, problems, notes, memoryGap } = await verifyAudit(platform);
      const [first] = problems;
      if (ok && memoryGap !== undefined)
        return {
          state: 'warning',
          found: [`${entries} entries`, ...notes].join('; '),
          remedy: 'make that folder writable for this user, or keep a witness elsewhere: baton audit witness FILE',
        };
      if (ok) return { state: 'ok', found: [`${entries} entries`, ...notes].join('; ') };
      return { state: 'problem', found: first?.reason ?? 'not as it was written', remedy: 'run baton audit verify' };
    },
  },
];

async function unlessNone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isBatonError(error, 'REGISTRY_NOT_FOUND')) return undefined;
    throw error;
  }
}
