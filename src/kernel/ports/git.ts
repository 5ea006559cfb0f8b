import type { PlannedTree } from '../git-tree.ts';

/** What Baton asks of git. Every call has a time limit and fails with a GIT_ code. */
export interface Git {
  /** The repository around `folder`, or undefined. */
  findRepo(folder: string): Promise<GitRepo | undefined>;
}

export interface GitRepo {
  /** Top of the work tree, real path; undefined for a bare repository. */
  readonly top: string | undefined;
  /** This work tree's own git folder. */
  readonly gitFolder: string;
  /** The folder all work trees share. */
  readonly commonFolder: string;
  /** Runs git with these arguments in the repository; for what the named calls below do not cover. */
  run(args: readonly string[], options?: GitRunOptions): Promise<GitResult>;
  /** Commit id of HEAD; undefined before the first commit. */
  head(): Promise<string | undefined>;
  /** Branch name without refs/heads/; undefined when HEAD is detached. */
  branch(): Promise<string | undefined>;
  /** Content of `path` (relative to the top) at a commit, or of the index with ':' as revision; undefined if absent. */
  show(revision: string, path: string): Promise<Buffer | undefined>;
  /** Several of those over one git process at most. */
  showAll(wanted: readonly GitObjectName[]): Promise<(Buffer | undefined)[]>;
  /** Objects of any type, over one git process at most; undefined for what is not there. */
  readAll(wanted: readonly GitObjectName[]): Promise<(GitObject | undefined)[]>;
  /** Trees, children before parents; no commit names them yet. Fails unless each has the id that was planned. */
  writeTrees(trees: readonly PlannedTree[]): Promise<void>;
}

export interface GitObject {
  /** `blob`, `tree`, `commit` or `tag`. */
  readonly type: string;
  readonly bytes: Buffer;
}

export interface GitObjectName {
  readonly revision: string;
  /** Absent: `revision` is the id of the very object. */
  readonly path?: string;
}

export interface GitRunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Exit codes that are an answer rather than a failure; 0 always is. */
  readonly okCodes?: readonly number[];
  readonly cwd?: string;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}
