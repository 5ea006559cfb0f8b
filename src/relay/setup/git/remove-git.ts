import { join, relative } from 'node:path';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import {
  addHookBlock,
  GITATTRIBUTES,
  HANDOFF_FOLDER,
  hasHookBlock,
  MERGE_DRIVER,
  removeAttributes,
  removeHookBlock,
} from '../../../protocols/project/index.ts';
import { getRepo } from '../../settings/index.ts';
import { findHooksFolder, GIT_HOOKS, readDriver } from './set-up-git.ts';

export interface RemovedItem {
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
