import type { GitRepo } from '../../../kernel/ports/index.ts';

export interface CommitPointer {
  readonly kind: 'unknown' | 'in-history' | 'elsewhere';
  readonly commit: string;
}

/** Whether the commit that a manifest names is one of this history. */
export async function findCommitPointer(repo: GitRepo | undefined, commit = ''): Promise<CommitPointer> {
  if (repo === undefined || !/^[0-9a-f]{7,64}$/.test(commit)) return { kind: 'unknown', commit };
  const { code } = await repo.run(['merge-base', '--is-ancestor', commit, 'HEAD'], { okCodes: [1, 128] });
  return { kind: code === 0 ? 'in-history' : 'elsewhere', commit };
}
