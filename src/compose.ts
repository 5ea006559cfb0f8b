import { resolve, join } from 'node:path';
import { openSources } from './compose-sources.ts';
import { composeAuthority, guardDisk, openSettings, readFacts } from './compose-trust.ts';
import {
  closeTasks,
  composeNotifier,
  NOTICE_LIMIT_MS,
  openDatabase,
  openFileAudit,
  openTasks,
  type Parts,
} from './compose-stores.ts';
import type { ConfigSources, ResolvedConfig } from './kernel/config/index.ts';
import { BatonError, isBatonError } from './kernel/errors/index.ts';
import type {
  Clock,
  ClosablePlatform,
  Executor,
  Locks,
  Notifier,
  Project,
  Scanner,
  TaskStore,
  TokenCounter,
} from './kernel/ports/index.ts';
import type { PlaneEvent } from './kernel/tasks.ts';
import { findRoot, findWithheldStore, storeNotApproved, type KeptTasks } from './relay/settings/index.ts';
import { DAEMON_LOCK, isNews, toNotice } from './relay/tasks/index.ts';
import type { AnswerRecorder } from './stores/answers/index.ts';
import { createLateAuditLog } from './stores/audit/index.ts';
import {
  createA2aExecutor,
  createCommandExecutor,
  createOpenclawExecutor,
  guardExecutor,
} from './stores/executors/index.ts';
import { createFiles, createLocks, directDisk } from './stores/fs/index.ts';
import { launcherCommand, Launches } from './stores/launcher/index.ts';
import { systemRandom, systemTimers } from './stores/system/index.ts';
import { createTokenCounter } from './stores/tokens/index.ts';

/** Where the platform works, and what it may know of the caller. */
export interface ComposeOptions {
  readonly folder: string;
  /** Absolute; without it, the root is looked for around the folder. */
  readonly root?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags?: ConfigSources['flags'];
  /** One command that ends soon and writes few files, see `directDisk`. */
  readonly isBrief?: boolean;
  /** Takes down what the command reads, so that its answer can be given again. */
  readonly recorder?: AnswerRecorder | undefined;
  /** A server's counter, which remembers from one call to the next. */
  readonly tokens?: TokenCounter;
  /** A server's task store, if its tasks are in files. */
  readonly keptTasks?: KeptTasks;
  remark?(text: string): void;
}

/** For a remark at the terminal, if a daemon is there to do the rest. */
const SHORT_NOTICE_MS = 50;

/** Puts the real parts together: the only place that knows them all. */
export async function composePlatform(options: ComposeOptions): Promise<ClosablePlatform> {
  const { environment } = options;
  const folder = resolve(options.folder);
  const sources = openSources(options);
  const { processes, git, remark } = sources;
  await assertFolder(folder);
  const root = options.root ?? (await findRoot(createFiles(sources.disk), folder));
  const facts = readFacts(environment);
  for (const place of [root, facts.stateFolder]) options.recorder?.enter(place);
  const findRepo = onceFound(() => git.findRepo(root));
  const authority = composeAuthority({ disk: sources.disk, root, facts, environment, findRepo, remark });
  const opened = await keepFailure(openSettings(sources.guarded, root, facts, authority, options));
  const getConfig = (): ResolvedConfig => opened().config;
  const getDataDir = (): string => opened().dataDir;
  const disk = sources.guarded((plain) => guardDisk(plain, root, opened));
  const files = createFiles(disk);
  const parts: Parts = { ...sources, disk, files, authority, root, keptTasks: options.keptTasks };
  let skewMs = 0;
  // If tasks are in a database, its clock is used, however wrong this machine's clock is.
  const clock: Clock = { ...sources.clock, now: () => sources.clock.now() + skewMs };
  let notifier: Notifier | undefined;
  const getNotifier = (): Notifier => (notifier ??= composeNotifier(parts, getDataDir()));
  let openedTasks: TaskStore | undefined;
  let executors: ReadonlyMap<string, Executor> | undefined;
  const announce = (event: PlaneEvent): void => {
    if (isNews(event)) getNotifier().notify(toNotice(event, getConfig().values.owner));
  };
  const openStores = once(async () => {
    if (findWithheldStore(getConfig()) !== undefined) throw storeNotApproved();
    const { store, storeSchema } = getConfig().values;
    const stores = await openDatabase(store, storeSchema, {
      ...parts,
      dataDir: getDataDir(),
      stateFolder: facts.stateFolder,
      clock,
      host: facts.host,
      getNotifier,
      announce,
      onSkew: (ms) => (skewMs = Math.round(ms)),
    });
    openedTasks = stores.tasks;
    return stores;
  });
  const isInFiles = (): boolean => getConfig().values.store === 'files' && findWithheldStore(getConfig()) === undefined;
  const tasks = once(async () =>
    isInFiles() ? (openedTasks = await openTasks(parts, getDataDir(), announce)) : (await openStores()).tasks,
  );
  const project: Project = {
    folder,
    root,
    authority,
    get dataDir() {
      return getDataDir();
    },
    get settings() {
      return getConfig();
    },
    get locks() {
      return composeLocks(parts, getDataDir());
    },
    findRepo,
  };
  const openAudit = async () =>
    isInFiles() ? await openFileAudit(parts, getDataDir(), facts.stateFolder) : (await openStores()).audit;
  const audit = createLateAuditLog(once(openAudit));
  return {
    project,
    facts,
    clock,
    random: systemRandom,
    disk,
    files,
    audit,
    git,
    processes,
    http: sources.http,
    tokens: options.tokens ?? createTokenCounter({ disk: sources.disk, cacheFolder: facts.cacheFolder, warn: remark }),
    scanner: loadScanner,
    get notifier() {
      return getNotifier();
    },
    tasks,
    get executors() {
      return (executors ??= composeExecutors(parts, environment, getDataDir));
    },
    timers: systemTimers,
    remark,
    reopen: (change) => composePlatform({ ...options, ...change, flags: { ...options.flags, ...change.settings } }),
    close: async () => {
      await Promise.all([openedTasks && closeTasks(openedTasks, parts), audit.close()]);
      // A daemon delivers what is on record: a sink that is away must not keep a command from its end.
      const isDelivered = notifier !== undefined && (await isServed(project));
      if (isDelivered) await notifier?.recorded();
      await notifier?.settle(isDelivered ? SHORT_NOTICE_MS : NOTICE_LIMIT_MS);
    },
  };
}

/** Locks that cannot be read are nobody's: a symlink in their place must not keep a command from its end. */
async function isServed({ locks }: Project): Promise<boolean> {
  try {
    return (await locks.inspect(DAEMON_LOCK)) !== undefined;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return false;
  }
}

const composeLocks = ({ disk, clock, processes, authority }: Parts, dataDir: string): Locks =>
  createLocks({
    disk,
    folder: join(dataDir, 'locks'),
    processes,
    clock,
    random: systemRandom,
    isForeign: (path) => authority.seals.isTracked(path),
  });

/** Every way to start an agent passes the authority: there is no executor without it. */
const composeExecutors = (
  { processes, files, authority, clock, http, lose }: Parts,
  environment: ComposeOptions['environment'],
  dataDir: () => string,
): ReadonlyMap<string, Executor> => {
  lose();
  const launches = new Launches({
    files,
    processes,
    clock,
    launcher: launcherCommand(),
    folder: () => join(dataDir(), 'launches'),
    seals: authority.seals,
  });
  return new Map(
    Object.entries({
      command: createCommandExecutor({ files, launches }),
      a2a: createA2aExecutor({ files, clock, environment, dataDir }),
      openclaw: createOpenclawExecutor({ http, environment }),
    }).map(([name, executor]) => [name, guardExecutor(name, executor, authority)]),
  );
};

/** Rules and model cost some milliseconds to load, which commands that scan nothing should not pay. */
async function loadScanner(): Promise<Scanner> {
  const { createScanner } = await import('./guard/index.ts');
  return createScanner();
}

/** A mistyped -C must not pass for an empty project. */
async function assertFolder(folder: string): Promise<void> {
  const stat = await directDisk.stat(folder);
  if (stat?.kind === 'folder') return;
  if (stat === undefined) throw new BatonError('FILE_NOT_FOUND', `there is no folder ${folder}`, { path: folder });
  throw new BatonError('INPUT_INVALID', `${folder} is not a folder`, { path: folder });
}

/** What was found is found once; what was not there is looked for again: `git init` may come later. */
function onceFound<T>(find: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let found: Promise<T | undefined> | undefined;
  return async () => {
    const value = await (found ??= find());
    if (value === undefined) found = undefined;
    return value;
  };
}

/** What was made is made once; after a failure the next one who asks tries again: a database may come later. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** The value, or the failure again each time it is asked for: `doctor` must run even if the configuration is broken. */
async function keepFailure<T>(reading: Promise<T>): Promise<() => T> {
  try {
    const value = await reading;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
