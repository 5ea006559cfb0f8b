import { join, relative, resolve } from 'node:path';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import {
  addAttributes,
  addHookBlock,
  GITATTRIBUTES,
  HANDOFF_FOLDER,
  hasHookBlock,
  MERGE_DRIVER,
  removeAttributes,
  removeHookBlock,
} from '../../protocols/project/index.ts';
import { getRepo } from '../settings/index.ts';
import type { SetUpItem } from './setup.ts';

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

interface RemovedItem {
  readonly name: string;
  readonly isRemoved: boolean;
}

const ATTRIBUTES_FILE = `${HANDOFF_FOLDER}/.gitattributes`;

/** Takes attributes, hook blocks and the merge driver out again; the rest of those files, and other projects' parts, stay. */
export async function removeGitParts(
  platform: Pick<Platform, 'files' | 'project'>,
  { dryRun }: { dryRun: boolean },
): Promise<RemovedItem[]> {
  const repo = await getRepo(platform);
  const top = repo.top ?? platform.project.root;
  const prefix = relative(top, platform.project.root).split('\\').join('/');
  const folder = relative(top, await findHooksFolder(platform, repo, top));
  const hooks = GIT_HOOKS.map(({ hook }) => join(folder, hook));
  const without = (text: string): string => removeHookBlock(text, prefix);
  const isShared = await isUsedElsewhere(platform, top, hooks, without);
  const items: RemovedItem[] = [await dropDriver(repo, isShared, dryRun)];
  items.push(await edit(platform, platform.project.root, ATTRIBUTES_FILE, removeAttributes, dryRun));
  for (const hook of hooks) items.push(await edit(platform, top, hook, without, dryRun));
  return items;
}

/** Another project of the same repository has its own block in the hooks. */
async function isUsedElsewhere(
  { files }: Pick<Platform, 'files'>,
  top: string,
  hooks: readonly string[],
  without: (text: string) => string,
): Promise<boolean> {
  const texts = await Promise.all(hooks.map((hook) => files.findText(join(top, hook))));
  return texts.some((text) => text !== undefined && hasHookBlock(without(text)));
}

async function dropDriver(repo: GitRepo, isShared: boolean, dryRun: boolean): Promise<RemovedItem> {
  const isRemoved = !isShared && (await readDriver(repo)) !== '';
  if (isRemoved && !dryRun)
    await repo.run(['config', '--local', '--remove-section', 'merge.baton'], { okCodes: [128] });
  return { name: 'merge driver (git config merge.baton)', isRemoved };
}

async function edit(
  { files }: Pick<Platform, 'files'>,
  root: string,
  name: string,
  change: (text: string) => string,
  dryRun: boolean,
): Promise<RemovedItem> {
  const path = join(root, name);
  const old = await files.findText(path);
  const rest = old === undefined ? undefined : change(old);
  if (rest === undefined || rest === old) return { name, isRemoved: false };
  if (!dryRun) {
    if (rest === '') await files.remove(path);
    else await files.writeAtomic(path, rest);
  }
  return { name, isRemoved: true };
}

/** What set-up writes, for somebody who wants to place it by hand. */
export const planGitParts = (): readonly { readonly name: string; readonly text: string }[] => [
  { name: ATTRIBUTES_FILE, text: GITATTRIBUTES },
  { name: 'git config merge.baton.driver', text: MERGE_DRIVER },
  ...GIT_HOOKS.map(({ hook, level }) => ({
    name: `.git/hooks/${hook}`,
    text: addHookBlock(undefined, level, '') ?? '',
  })),
];
