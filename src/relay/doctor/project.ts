import { join, relative } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { CONFIG_FILE } from '../settings/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { Check } from './check.ts';

export const projectChecks: readonly Check[] = [
  {
    id: 'repository',
    title: 'Repository',
    async examine({ project }) {
      const repo = await project.findRepo();
      if (repo === undefined)
        return {
          state: 'note',
          found: `${project.root} is not in a git repository`,
          remedy: 'run git init to get commits, history and recovery',
        };
      if (repo.top === undefined)
        return { state: 'warning', found: 'a bare repository', remedy: 'run Baton in a work tree' };
      const head = await repo.head();
      const branch = await repo.branch();
      const place = branch === undefined ? 'detached HEAD' : `branch ${branch}`;
      return { state: 'ok', found: `${place}, ${head === undefined ? 'no commit yet' : `at ${head.slice(0, 7)}`}` };
    },
  },
  {
    id: 'config',
    title: 'Configuration',
    async examine(platform) {
      try {
        const given = platform.project.settings.rows.filter((row) => row.origin !== 'default');
        return {
          state: 'ok',
          found:
            given.length === 0
              ? 'all defaults'
              : given.map((row) => `${row.key} from ${row.from ?? row.origin}`).join(', '),
        };
      } catch (error) {
        if (!isBatonError(error, 'CONFIG_INVALID')) throw error;
        return { state: 'problem', found: error.message, remedy: `fix ${CONFIG_FILE} or the variable named` };
      }
    },
  },
  {
    id: 'data-dir',
    title: 'Data folder',
    async examine(platform) {
      const dataDir = findDataDir(platform);
      if (dataDir === undefined) return { state: 'note', found: 'unknown while the configuration is broken' };
      const shown = relative(platform.project.root, dataDir) || dataDir;
      const stat = await platform.files.stat(dataDir);
      if (stat === undefined) return { state: 'ok', found: `${shown} is created when it is first needed` };
      if (stat.kind !== 'folder')
        return {
          state: 'problem',
          found: `${shown} is not a folder`,
          remedy: 'move it away, or set dataDir to another path',
        };
      const leftovers = (await platform.disk.readdir(dataDir)).filter((entry) => isLeftover(entry.name));
      if (leftovers.length === 0) return { state: 'ok', found: shown };
      return {
        state: 'warning',
        found: `${shown} holds ${leftovers.length} temporary file${leftovers.length === 1 ? '' : 's'} of interrupted writes`,
        remedy: 'run baton doctor --fix to remove them',
        fix: async () => {
          for (const entry of leftovers) await platform.files.remove(join(dataDir, entry.name));
          return `removed ${leftovers.map((entry) => entry.name).join(', ')}`;
        },
      };
    },
  },
  {
    id: 'notices',
    title: 'Notices',
    async examine(platform) {
      const dataDir = findDataDir(platform);
      if (dataDir === undefined) return { state: 'note', found: 'unknown while the configuration is broken' };
      // Loaded late: the YAML reader is large.
      const { parseNotifyRules, RULES_FILE } = await import('../../kernel/notify/index.ts');
      const path = join(dataDir, RULES_FILE);
      try {
        const text = await platform.files.findText(path);
        if (text === undefined) return { state: 'ok', found: 'default rules' };
        const rules = parseNotifyRules(text).filter(({ to }) => to.length > 0);
        return { state: 'ok', found: rules.map(({ name }) => name).join(', ') };
      } catch (error) {
        if (!isBatonError(error)) throw error;
        const remedy = `fix ${relative(platform.project.root, path)}; until then the default rules apply`;
        return { state: 'problem', found: error.message, remedy };
      }
    },
  },
];

function findDataDir(platform: Pick<Platform, 'project'>): string | undefined {
  try {
    return platform.project.dataDir;
  } catch (error) {
    if (isBatonError(error, 'CONFIG_INVALID')) return undefined;
    throw error;
  }
}

// The names an atomic write gives its temporary files; `files.list` leaves them out.
const isLeftover = (name: string): boolean => /^\.baton-[0-9a-f]+\.tmp$/.test(name);
