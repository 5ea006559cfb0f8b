import { BatonError } from '../../kernel/errors/index.ts';
import { planGitParts, removeGitParts, setUpGit } from './set-up-git.ts';
import { FILE_TOOLS } from './pieces.ts';
import { setup, type SetupRequest, type SetupRow } from './setup.ts';
import type { Platform } from '../../kernel/ports/index.ts';

export const SETUP_TOOLS = [...FILE_TOOLS, 'git'] as const;
export type SetupTool = (typeof SETUP_TOOLS)[number];

export interface SetUpToolRequest extends Omit<SetupRequest, 'tool'> {
  readonly tool: SetupTool;
}

/** Brings Baton into a tool, or out of it. Git keeps parts of it outside the project's files, so it has its own way. */
export async function setUpTool(
  platform: Pick<Platform, 'files' | 'project'>,
  request: SetUpToolRequest,
): Promise<readonly SetupRow[]> {
  const { tool } = request;
  if (tool !== 'git') return await setup(platform, { ...request, tool });
  if (request.only === undefined) return await setUpInGit(platform, request);
  throw new BatonError('USAGE_INVALID', `git has no part ${request.only}`);
}

const ROW = { about: 'checks and merges handoff files', state: 'missing', done: 'none' } as const;

async function setUpInGit(
  platform: Pick<Platform, 'files' | 'project'>,
  { action, dryRun }: SetUpToolRequest,
): Promise<readonly SetupRow[]> {
  switch (action) {
    case 'remove':
      return (await removeGitParts(platform, { dryRun })).map(({ name, isRemoved }) => ({
        ...ROW,
        path: name,
        state: isRemoved ? 'current' : 'missing',
        done: isRemoved ? 'removed' : 'none',
      }));
    case 'write':
      return (await setUpGit(platform, { dryRun })).map(({ name, isCreated }) => ({
        ...ROW,
        path: name,
        state: isCreated ? 'missing' : 'current',
        done: isCreated ? 'written' : 'none',
      }));
    case 'check':
      return (await setUpGit(platform, { dryRun: true })).map(({ name, isCreated }) => ({
        ...ROW,
        path: name,
        state: isCreated ? 'missing' : 'current',
      }));
    case 'print':
      return planGitParts().map(({ name, text }) => ({ ...ROW, path: name, content: text }));
  }
}
