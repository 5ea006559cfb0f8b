import type { ConfigSources, ResolvedConfig } from '../config/index.ts';
import type { AuditLog } from './audit.ts';
import type { Authority } from './authority.ts';
import type { Disk } from './disk.ts';
import type { Executor } from './executor.ts';
import type { Files } from './files.ts';
import type { Git, GitRepo } from './git.ts';
import type { Http } from './http.ts';
import type { Locks } from './lock.ts';
import type { Notifier } from './notifier.ts';
import type { Processes } from './processes.ts';
import type { Scanner } from './scanner.ts';
import type { TaskStore } from './task-store.ts';
import type { Clock, Random, Timers } from './time.ts';
import type { TokenCounter } from './tokens.ts';

/**
 * Everything a use case may reach, as ports; `compose.ts` fills it with the real things. A function names the part it
 * needs: `Pick<Platform, 'clock' | 'files'>`.
 */
export interface Platform {
  readonly project: Project;
  readonly facts: MachineFacts;
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
  readonly files: Files;
  readonly git: Git;
  readonly processes: Processes;
  readonly http: Http;
  readonly tokens: TokenCounter;
  /** Fails with CONFIG_INVALID if the configuration is broken; what it is told costs the caller nothing. */
  readonly notifier: Notifier;
  /** The audit log of this data dir; nothing is created before the first entry. */
  readonly audit: AuditLog;
  /** The guard, loaded when it is first asked for. */
  scanner(): Promise<Scanner>;
  /** Tasks of this data dir, opened when first asked for. */
  tasks(): Promise<TaskStore>;
  /** By the name agents are added with. */
  readonly executors: ReadonlyMap<string, Executor>;
  readonly timers: Timers;
  /** A remark for the person at the terminal; never part of the result. */
  remark(text: string): void;
  /** The same machine with another project root or other settings, such as another data dir. The caller closes it. */
  reopen(change: ProjectChange): Promise<ClosablePlatform>;
}

export interface ProjectChange {
  /** Absolute; taken as it is, without a search for a root around it. */
  readonly root?: string;
  readonly settings?: ConfigSources['flags'];
}

/** A platform that its owner has to close. */
export interface ClosablePlatform extends Platform {
  /** Gives what runs in the background a short time to come to its end. The platform is not used after it. */
  close(): Promise<void>;
}

export interface MachineFacts {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly host: string;
  /** The account this process runs under. */
  readonly user: string;
  readonly homeFolder: string;
  /** For files nobody misses after a restart. */
  readonly tempFolder: string;
  /** Where counts and the like are kept between calls, outside every repository. */
  readonly cacheFolder: string;
  /** Where this user's own settings are. */
  readonly configFolder: string;
  /** Where approvals and keys of this user are kept, outside every repository. */
  readonly stateFolder: string;
}

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
