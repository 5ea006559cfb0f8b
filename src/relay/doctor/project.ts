import { join, relative } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { HANDOFF_FOLDER, hasHookBlock } from '../../protocols/project/index.ts';
import { examine, findHandoff, withWriter } from '../project/index.ts';
import { CONFIG_FILE } from '../settings/index.ts';
import { findHooksFolder, GIT_HOOKS, readDriver, setDriver } from '../setup/index.ts';
import type { Check, Diagnosis } from './doctor.ts';

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

/** What `doctor` asks about the handoff folder. */
export const handoffChecks: readonly Check[] = [
  { id: 'handoff', title: 'Handoff files', examine: examineFolder },
  { id: 'merge-driver', title: 'Merge driver', examine: examineDriver },
  { id: 'git-hooks', title: 'Git hooks', examine: examineHooks },
];

async function examineFolder(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
): Promise<Diagnosis> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined)
    return { state: 'note', found: `no ${HANDOFF_FOLDER}`, remedy: 'run baton init to set it up' };
  if (handoff.pending !== undefined) {
    return {
      state: 'warning',
      found: 'a step was interrupted before it was carried out',
      remedy: 'the next writing command carries it out, or baton doctor --fix',
      fix: () => withWriter(platform, 'baton doctor', async () => 'finished the interrupted step'),
    };
  }
  const { mode, facts } = await examine(platform, handoff, { kind: 'first' });
  if (mode === 'recovery')
    return { state: 'problem', found: `the session of ${facts.holder} did not close`, remedy: 'run baton recover' };
  if (facts.manifest === 'invalid')
    return {
      state: 'problem',
      found: facts.manifestFault ?? 'the manifest is invalid',
      remedy: 'run baton restore MANIFEST.json',
    };
  if (facts.changed.length + facts.corrupt.length + facts.missing.length > 0) {
    return {
      state: 'warning',
      found: `not as the manifest says: ${[...facts.changed, ...facts.missing, ...facts.corrupt.map(({ name }) => name)].join(', ')}`,
      remedy: 'run baton diff, then baton manifest',
    };
  }
  return { state: 'ok', found: mode === 'held' ? `${facts.holder} is at work` : `${handoff.files.size} files` };
}

/** The attributes travel with the repository, the driver does not: every clone has to be told. */
async function examineDriver(platform: Pick<Platform, 'files' | 'project'>): Promise<Diagnosis> {
  const repo = await platform.project.findRepo();
  const attributes = await platform.files.findText(join(platform.project.root, HANDOFF_FOLDER, '.gitattributes'));
  if (repo?.top === undefined || attributes?.includes('merge=baton') !== true) {
    return { state: 'ok', found: 'not used here' };
  }
  if ((await readDriver(repo)) !== '') return { state: 'ok', found: 'installed' };
  return {
    state: 'warning',
    found: 'the repository wants it, this clone does not have it: merges of handoff files will conflict',
    remedy: 'run baton init --git, or baton doctor --fix',
    fix: async () => `installed ${(await setDriver(repo, false)).name}`,
  };
}

/** Hooks run in git's own environment: what they cannot find there fails every commit, and says so. */
async function examineHooks(platform: Pick<Platform, 'files' | 'project'>): Promise<Diagnosis> {
  const repo = await platform.project.findRepo();
  if (repo?.top === undefined) return { state: 'ok', found: 'not used here' };
  const folder = await findHooksFolder(platform, repo, repo.top);
  const texts = await Promise.all(GIT_HOOKS.map(({ hook }) => platform.files.findText(join(folder, hook))));
  const own = texts.filter((text) => text !== undefined && hasHookBlock(text));
  if (own.length === 0) return { state: 'ok', found: 'not used here' };
  if (own.some((text) => text?.includes('cannot be checked') !== true))
    return {
      state: 'warning',
      found: 'they were installed by an earlier version and pass silently if baton is not found',
      remedy: 'run baton init --git again',
    };
  // Looked for and not run: what the project has under that name is the repository's.
  const isLocal = (await platform.files.stat(join(repo.top, 'node_modules', 'agent-baton'))) !== undefined;
  return isLocal
    ? { state: 'ok', found: 'they find baton in this project' }
    : {
        state: 'note',
        found: 'they look for baton on the PATH, and fail with a message if it is not there',
        remedy: 'run npm install --global agent-baton on every machine that commits, or add it to the project',
      };
}
