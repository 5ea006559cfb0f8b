import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import type { CommitOrder } from '../folder/pending-plan.ts';

/** The commit stands without its tag, so one that git refuses is only a remark. */
export async function findTagFault(
  platform: Pick<Platform, 'remark'>,
  repo: GitRepo,
  { tag = '', message }: CommitOrder,
  commit: string,
): Promise<string | undefined> {
  try {
    const { code } = await repo.run(['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`], { okCodes: [1] });
    if (code !== 0) await createTag(repo, tag, message, commit);
    return undefined;
  } catch (error) {
    if (!isGitFault(error)) throw error;
    platform.remark(`the handoff is committed, but not tagged: ${error.message}`);
    return error.message;
  }
}

export async function createTag(repo: GitRepo, tag: string, message: string, commit: string): Promise<void> {
  const identity = { GIT_COMMITTER_NAME: 'baton', GIT_COMMITTER_EMAIL: 'baton@localhost' };
  const args = ['tag', '--annotate', '-m', message, tag, commit];
  try {
    await repo.run(args);
  } catch (error) {
    if (!isBatonError(error, 'GIT_FAILED') || !/identity|tell me who you are/i.test(error.message)) throw error;
    await repo.run(args, { env: identity });
  }
}

export async function nextTagName(repo: GitRepo): Promise<string> {
  const { stdout } = await repo.run(['tag', '--list', 'aahp/session-*']);
  const numbers = stdout
    .toString()
    .split('\n')
    .flatMap((name) => /^aahp\/session-(\d{1,9})$/.exec(name)?.[1] ?? []);
  return `aahp/session-${Math.max(0, ...numbers.map(Number)) + 1}`;
}

export const isGitFault = (error: unknown): error is BatonError => isBatonError(error) && error.code.startsWith('GIT_');
