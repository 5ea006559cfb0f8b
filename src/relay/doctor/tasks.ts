import { isBatonError } from '../../kernel/errors/index.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import { explainTasks, type Wait } from '../tasks/index.ts';
import { hasTasks } from '../settings/index.ts';
import type { Check, Diagnosis, DoctorPlatform } from './doctor.ts';

export const taskChecks: readonly Check[] = [
  {
    id: 'tasks',
    title: 'Tasks',
    async examine(platform) {
      if (!(await isUsed(platform))) return (await isForeign(platform)) ? FOREIGN : { state: 'ok', found: 'none yet' };
      const store = await findStore(platform);
      if (store === undefined) return { state: 'note', found: 'unknown while the store cannot be used' };
      const { edited, broken, gone = [] } = await store.inspect();
      const counts = Object.entries(await store.count()).filter(([, count]) => count > 0);
      const found = counts.length === 0 ? 'none' : counts.map(([status, count]) => `${count} ${status}`).join(', ');
      if (broken.length === 0) {
        if (gone.length > 0) return describeGone(found, gone);
        if (edited.length === 0) return { state: 'ok', found };
        return {
          state: 'note',
          found: `${found}; ${edited.length} edited by hand`,
          remedy: 'the next change or baton tick adopts the edits',
        };
      }
      const canRepair = broken.some((file) => file.canRepair);
      const names = broken.slice(0, 5).map(({ path, reason, repair }) => `${path}: ${reason} (${repair})`);
      return {
        state: 'problem',
        found: `${broken.length} broken file${broken.length === 1 ? '' : 's'}: ${names.join('; ')}${broken.length > 5 ? ' …' : ''}`,
        remedy: canRepair
          ? 'run baton doctor --fix; what cannot be repaired without loss is left to you'
          : 'repair or move the files by hand',
        ...(canRepair ? { fix: async () => describeRepair((await store.reconcile({ repair: true })).repaired) } : {}),
      };
    },
  },
  {
    id: 'kept-texts',
    title: 'Kept texts',
    async examine(platform) {
      const store = (await isUsed(platform)) ? await findStore(platform) : undefined;
      const { kept = [] } = (await store?.inspect([])) ?? {};
      if (kept.length === 0) return { state: 'ok', found: 'none' };
      const more = kept.length > MAX_STUCK ? ` and ${kept.length - MAX_STUCK} more` : '';
      return {
        state: 'note',
        found: `${kept.length} of your texts met a change at the same moment: ${kept.slice(0, MAX_STUCK).join(', ')}${more}`,
        remedy: 'compare each with the file of its task, take over what is missing, and delete it',
      };
    },
  },
  {
    id: 'waiting',
    title: 'Waiting tasks',
    async examine(platform) {
      if (!(await isUsed(platform))) return { state: 'ok', found: 'none' };
      const store = await findStore(platform);
      if (store === undefined) return { state: 'note', found: 'unknown while the store cannot be used' };
      const waits = await explainTasks(platform, await store.list({}));
      const stuck = [...waits].filter(([, { needsPerson, kind }]) => needsPerson && kind !== 'broken');
      if (stuck.length === 0) return { state: 'ok', found: `${waits.size} wait for something that will happen` };
      const lines = stuck.slice(0, MAX_STUCK).map(([id, { text }]) => `${id}: ${text}`);
      const more = stuck.length > MAX_STUCK ? `; and ${stuck.length - MAX_STUCK} more` : '';
      const isWrong = stuck.some(([, { kind }]) => WRONG.has(kind));
      return {
        state: isWrong ? 'problem' : 'note',
        found: `${stuck.length} need a person: ${lines.join('; ')}${more}`,
        remedy: 'baton task list says why each one waits',
      };
    },
  },
];

const MAX_STUCK = 5;
/** A question or a review is the normal course of work; these are not. */
const WRONG: ReadonlySet<Wait['kind']> = new Set(['dead', 'nobody', 'dependency-ended', 'unapproved']);

const FOREIGN: Diagnosis = {
  state: 'warning',
  found: 'the task journal was not made by this installation, so no task can be used',
  remedy: 'run baton approve if you trust it: a copy or a clone brings its own',
};

async function isForeign({ tasks }: Pick<DoctorPlatform, 'tasks'>): Promise<boolean> {
  try {
    await tasks();
    return false;
  } catch (error) {
    return isBatonError(error, 'STATE_FOREIGN');
  }
}

const describeGone = (found: string, gone: readonly string[]): Diagnosis => ({
  state: 'note',
  found: `${found}; ${gone.length} finished without a file: ${gone.slice(0, MAX_STUCK).join(', ')}${gone.length > MAX_STUCK ? ', …' : ''}`,
  remedy: 'put the files back from git or a backup, unless you removed them on purpose',
});

const describeRepair = (paths: readonly string[]): string => `repaired ${paths.join(', ')}`;

/** What is wrong with a database is told once, in the row of the store. */
async function findStore(platform: Parameters<Check['examine']>[0]): Promise<TaskStore | undefined> {
  try {
    const store = await platform.tasks();
    const state = await store.server?.describe();
    return state === undefined || state.version === 0 || state.version >= state.needed ? store : undefined;
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
