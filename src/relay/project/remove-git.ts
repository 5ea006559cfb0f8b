import { join, relative } from 'node:path';
import {
  addHookBlock,
  GITATTRIBUTES,
  HANDOFF_FOLDER,
  MERGE_DRIVER,
  removeHookBlock,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { getRepo } from './commit-handoff.ts';
import { findHooksFolder, GIT_HOOKS, readDriver } from './set-up-git.ts';

export interface RemovedItem {
  readonly name: string;
  readonly isRemoved: boolean;
}

const ATTRIBUTES_FILE = `${HANDOFF_FOLDER}/.gitattributes`;

const withoutAttributes = (text: string): string => text.replace(GITATTRIBUTES, '');

/** Takes merge driver, attributes and hook blocks out again; the rest of those files stays as it is. */
export async function removeGitParts(platform: Platform, { dryRun }: { dryRun: boolean }): Promise<RemovedItem[]> {
  const repo = await getRepo(platform);
  const top = repo.top ?? platform.root;
  const hasDriver = (await readDriver(repo)) !== '';
  if (hasDriver && !dryRun)
    await repo.run(['config', '--local', '--remove-section', 'merge.baton'], { okCodes: [128] });
  const items: RemovedItem[] = [{ name: 'merge driver (git config merge.baton)', isRemoved: hasDriver }];
  items.push(await edit(platform, platform.root, ATTRIBUTES_FILE, withoutAttributes, dryRun));
  const folder = relative(top, await findHooksFolder(platform, repo, top));
  for (const { hook } of GIT_HOOKS) items.push(await edit(platform, top, join(folder, hook), removeHookBlock, dryRun));
  return items;
}

async function edit(
  { files }: Platform,
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
