import { join } from 'node:path';
import { HANDOFF_FOLDER, hasHookBlock } from '../../protocols/project/index.ts';
import type { Check, Diagnosis } from './check.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { withWriter, examine, findHandoff } from '../project/index.ts';
import { findHooksFolder, GIT_HOOKS, readDriver, setDriver } from '../setup/index.ts';

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
