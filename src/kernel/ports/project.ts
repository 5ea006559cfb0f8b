import type { ResolvedConfig } from '../config/index.ts';
import type { Authority } from './authority.ts';
import type { GitRepo } from './git.ts';
import type { Locks } from './lock.ts';

/** The project that a command works on: one value, made once. */
export interface Project {
  /** Where the command runs. */
  readonly folder: string;
  /** The nearest folder with a Baton config, handoff files or a git repository around `folder`; else `folder` itself. */
  readonly root: string;
  /** Absolute. Need not exist yet. Fails with CONFIG_INVALID if the configuration is broken. */
  readonly dataDir: string;
  /** Fails with CONFIG_INVALID if the configuration is broken, so that `doctor` can still run. */
  readonly settings: ResolvedConfig;
  /** What files of this project may bring about: nothing that a person did not approve. */
  readonly authority: Authority;
  /** Locks between processes, kept in the data dir. */
  readonly locks: Locks;
  /** The git repository around the root, looked for once; undefined if there is none. */
  findRepo(): Promise<GitRepo | undefined>;
}
