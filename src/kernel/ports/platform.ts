import type { ConfigSources, ResolvedConfig } from '../config/index.ts';
import type {
  AuditLog,
  Clock,
  Disk,
  Executor,
  Files,
  Git,
  Http,
  Locks,
  Notifier,
  Processes,
  Random,
  Scanner,
  TaskStore,
  Timers,
  TokenCounter,
} from './index.ts';

/** Everything a use case may reach, as ports. `compose.ts` fills it with the real things, tests with what they need. */
export interface Platform {
  /** Where the command runs. */
  readonly folder: string;
  /** The project around it: the nearest folder with a Baton config, handoff files or a git repository; else `folder`. */
  readonly root: string;
  /** Absolute. Need not exist yet. Fails with CONFIG_INVALID where the configuration is broken. */
  readonly dataDir: string;
  /** Fails with CONFIG_INVALID where the configuration is broken, so that `doctor` can still run. */
  readonly config: ResolvedConfig;
  readonly facts: MachineFacts;
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
  readonly files: Files;
  /** Locks of this data dir. */
  readonly locks: Locks;
  readonly git: Git;
  readonly processes: Processes;
  readonly http: Http;
  readonly tokens: TokenCounter;
  /** Fails with CONFIG_INVALID where the configuration is broken; what it is told costs the caller nothing. */
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
  /** The same with other settings, such as another data dir; whoever asks for it closes it. */
  withSettings(settings: ConfigSources['flags']): Promise<ClosablePlatform>;
}

export interface ClosablePlatform extends Platform {
  /** Gives what runs in the background a short time to come to its end. The platform is not used after it. */
  close(): Promise<void>;
}

export interface MachineFacts {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly host: string;
  readonly homeFolder: string;
  /** For files nobody misses after a restart. */
  readonly tempFolder: string;
  /** Where counts and the like are kept between calls, outside every repository. */
  readonly cacheFolder: string;
}
