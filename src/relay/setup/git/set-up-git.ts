import { join, relative, resolve } from 'node:path';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { addAttributes, addHookBlock, HANDOFF_FOLDER, MERGE_DRIVER } from '../../../protocols/project/index.ts';
import type { SetUpItem } from '../setup.ts';
import { getRepo } from '../../settings/index.ts';

export const GIT_HOOKS = [
  { hook: 'pre-commit', level: 'precommit' },
  { hook: 'pre-push', level: 'prepush' },
] as const;

const LEFTHOOK_FILES = [
  'lefthook.yml',
  'lefthook.yaml',
  '.lefthook.yml',
  '.lefthook.yaml',
  'lefthook.toml',
  'lefthook.json',
];

/** Merge driver and hooks of this clone. Existing hooks keep everything they have; other hook managers are respected. */
export async function setUpGit(
  platform: Pick<Platform, 'files' | 'project'>,
  { dryRun }: { dryRun: boolean },
): Promise<SetUpItem[]> {
  const repo = await getRepo(platform);
  const attributes = await writeAttributes(platform, dryRun);
  const driver = await setDriver(repo, dryRun);
  return [attributes, driver, ...(await setUpHooks(platform, repo, dryRun))];
}

async function writeAttributes(platform: Pick<Platform, 'files' | 'project'>, dryRun: boolean): Promise<SetUpItem> {
  const name = `${HANDOFF_FOLDER}/.gitattributes`;
  const path = join(platform.project.root, name);
  const old = (await platform.files.findText(path)) ?? '';
  const text = addAttributes(old);
  if (text === old) return { name, isCreated: false };
  if (!dryRun) await platform.files.writeAtomic(path, text);
  return { name, isCreated: true };
}

export const readDriver = async (repo: GitRepo): Promise<string> =>
  (await repo.run(['config', '--get', 'merge.baton.driver'], { okCodes: [1] })).stdout.toString().trim();

export async function setDriver(repo: GitRepo, dryRun: boolean): Promise<SetUpItem> {
  const name = 'merge driver (git config merge.baton)';
  if ((await readDriver(repo)) === MERGE_DRIVER) return { name, isCreated: false };
  if (!dryRun) {
    await repo.run(['config', '--local', 'merge.baton.name', 'Baton handoff files']);
    await repo.run(['config', '--local', 'merge.baton.driver', MERGE_DRIVER]);
  }
  return { name, isCreated: true };
}

async function setUpHooks(
  platform: Pick<Platform, 'files' | 'project'>,
  repo: GitRepo,
  dryRun: boolean,
): Promise<SetUpItem[]> {
  const top = repo.top ?? platform.project.root;
  for (const name of LEFTHOOK_FILES) {
    if ((await platform.files.stat(join(top, name))) === undefined) continue;
    // Lefthook writes the hook files itself; what it runs is in its own configuration.
    return [{ name: `${name} (add the command: baton verify --level precommit)`, isCreated: false }];
  }
  const folder = await findHooksFolder(platform, repo, top);
  const prefix = relative(top, platform.project.root).split('\\').join('/');
  const items: SetUpItem[] = [];
  for (const { hook, level } of GIT_HOOKS)
    items.push(await setHook(platform, join(folder, hook), level, prefix, top, dryRun));
  return items;
}

/** Husky keeps what people edit in `.husky/`; everybody else where git looks, `core.hooksPath` included. */
export async function findHooksFolder(platform: Pick<Platform, 'files'>, repo: GitRepo, top: string): Promise<string> {
  const husky = join(top, '.husky');
  if ((await platform.files.stat(husky))?.kind === 'folder') return husky;
  const { stdout } = await repo.run(['rev-parse', '--git-path', 'hooks']);
  return resolve(top, stdout.toString().trim());
}

async function setHook(
  platform: Pick<Platform, 'files'>,
  path: string,
  level: string,
  prefix: string,
  top: string,
  dryRun: boolean,
): Promise<SetUpItem> {
  const name = relative(top, path).split('\\').join('/');
  const old = await platform.files.findText(path);
  const text = addHookBlock(old, level, prefix);
  if (text === undefined)
    return { name: `${name} (not a shell script: add baton verify --level ${level} yourself)`, isCreated: false };
  if (text === old) return { name, isCreated: false };
  if (!dryRun) {
    await platform.files.createFolder(join(path, '..'));
    await platform.files.writeAtomic(path, text, { mode: 0o755 });
  }
  return { name, isCreated: true };
}
