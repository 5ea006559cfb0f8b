import { homedir, hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ConfigSources, ResolvedConfig } from './kernel/config/index.ts';
import { BatonError } from './kernel/errors/index.ts';
import type {
  AuditLog,
  Clock,
  Executor,
  Notifier,
  Processes,
  Project,
  Scanner,
  TaskStore,
  ClosablePlatform,
  MachineFacts,
} from './kernel/ports/index.ts';
import type { PlaneEvent } from './kernel/tasks.ts';
import { findRoot, readConfig, hasNotifyRules, readNotifyRules } from './relay/settings/index.ts';
import { toNotice } from './relay/tasks/index.ts';
import { createAuditLog, createLateAuditLog } from './stores/audit/index.ts';
import { createFiles, createLocks, nodeDisk } from './stores/fs/index.ts';
import { createCommandExecutor, createOpenclawExecutor } from './stores/executors/index.ts';
import { createGit } from './stores/git/index.ts';
import { createHttp } from './stores/http/index.ts';
import { launcherCommand, Launches } from './stores/launcher/index.ts';
import type { PostgresStores } from './stores/postgres/index.ts';
import { createProcesses } from './stores/process/index.ts';
import { systemClock, systemRandom, systemTimers } from './stores/system/index.ts';
import { createTokenCounter } from './stores/tokens/index.ts';

export interface ComposeOptions {
  readonly folder: string;
  /** Absolute; without it, the root is looked for around the folder. */
  readonly root?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags?: ConfigSources['flags'];
  remark?(text: string): void;
}

/** How long the end of a command may wait for notices; what is not delivered by then is left to the next process. */
const NOTICE_LIMIT_MS = 2_000;

/** Puts the real parts together: the only place that knows them all. */
export async function composePlatform(options: ComposeOptions): Promise<ClosablePlatform> {
  const folder = resolve(options.folder);
  const files = createFiles(nodeDisk);
  const processes = createProcesses();
  await assertFolder(folder);
  const root = options.root ?? (await findRoot(files, folder));
  const git = createGit();
  const facts = readFacts(options.environment);
  const getConfig = await keepFailure(
    readConfig(files, root, { environment: options.environment, flags: options.flags ?? {} }),
  );
  const remark = (text: string): void => options.remark?.(text);
  let audit: AuditLog | undefined;
  const getDataDir = (): string => resolve(root, getConfig().values.dataDir);
  let skewMs = 0;
  // Where tasks are in a database its clock is the one that counts, however wrong this machine's is.
  const clock: Clock = { now: () => systemClock.now() + skewMs };
  let notifier: Notifier | undefined;
  const getNotifier = (): Notifier => (notifier ??= composeNotifier(getDataDir(), remark));
  let openedTasks: TaskStore | undefined;
  const announce = (event: PlaneEvent): void => getNotifier().notify(toNotice(event, getConfig().values.owner));
  const openStores = once(async () => {
    const { store, storeSchema } = getConfig().values;
    const stores = await openDatabase(store, storeSchema, {
      dataDir: getDataDir(),
      clock,
      remark,
      getNotifier,
      announce,
      onSkew: (ms) => (skewMs = Math.round(ms)),
    });
    openedTasks = stores.tasks;
    return stores;
  });
  const isInFiles = (): boolean => getConfig().values.store === 'files';
  const tasks = once(async () => {
    if (!isInFiles()) return (await openStores()).tasks;
    return (openedTasks = await openTasks(getDataDir(), processes, remark, announce));
  });
  const project: Project = {
    folder,
    root,
    get dataDir() {
      return getDataDir();
    },
    get settings() {
      return getConfig();
    },
    get locks() {
      return createLocks({
        disk: nodeDisk,
        folder: join(getDataDir(), 'locks'),
        processes,
        clock: systemClock,
        random: systemRandom,
      });
    },
    findRepo: onceFound(() => git.findRepo(root)),
  };
  const launches = new Launches({
    files,
    processes,
    clock: systemClock,
    launcher: launcherCommand(),
    folder: () => join(getDataDir(), 'launches'),
  });
  return {
    project,
    facts,
    clock,
    random: systemRandom,
    disk: nodeDisk,
    files,
    get audit() {
      return (audit ??= isInFiles()
        ? openFileAudit(getDataDir(), processes)
        : createLateAuditLog(async () => (await openStores()).audit));
    },
    git,
    processes,
    http: createHttp(),
    tokens: createTokenCounter({ disk: nodeDisk, cacheFolder: facts.cacheFolder, warn: remark }),
    scanner: loadScanner,
    get notifier() {
      return getNotifier();
    },
    tasks,
    executors: new Map<string, Executor>([
      ['command', createCommandExecutor({ files, launches })],
      ['openclaw', createOpenclawExecutor({ http: createHttp(), environment: options.environment })],
    ]),
    timers: systemTimers,
    remark,
    reopen: (change) => composePlatform({ ...options, ...change, flags: { ...options.flags, ...change.settings } }),
    close: async () => {
      await openedTasks?.close();
      await notifier?.settle(NOTICE_LIMIT_MS);
    },
  };
}

/** Loaded with the first notice: journal, rules and sinks are more than most commands need. */
const composeNotifier = (dataDir: string, remark: (text: string) => void): Notifier =>
  createLateNotifier(async () => {
    const { createFileNotifier } = await import('./stores/notify/index.ts');
    const files = createFiles(nodeDisk);
    return createFileNotifier({
      disk: nodeDisk,
      files,
      processes: createProcesses(),
      clock: systemClock,
      random: systemRandom,
      dataDir,
      lockWaitMs: NOTICE_LIMIT_MS,
      remark,
      readRules: () => readNotifyRules({ files, git: createGit(), dataDir, remark }),
    });
  }, remark);

/** A notifier whose code is loaded when there is something to tell: most commands have nothing. */
function createLateNotifier(load: () => Promise<Notifier>, remark: (text: string) => void): Notifier {
  let loading: Promise<Notifier | undefined> | undefined;
  const loadOnce = (): Promise<Notifier | undefined> =>
    (loading ??= load().catch((error: unknown) => {
      remark(`notices: ${String(error)}`);
      return undefined;
    }));
  return {
    notify: (notice) => void loadOnce().then((notifier) => notifier?.notify(notice)),
    wake: () => void loadOnce().then((notifier) => notifier?.wake()),
    recorded: async () => await (await loading)?.recorded(),
    settle: async (limitMs) => (await (await loading)?.settle(limitMs)) ?? true,
  };
}

/** Rules and model cost some milliseconds to load, which commands that scan nothing should not pay. */
async function loadScanner(): Promise<Scanner> {
  const { createScanner } = await import('./guard/index.ts');
  return createScanner();
}

/** A mistyped -C must not pass for an empty project. */
async function assertFolder(folder: string): Promise<void> {
  const stat = await nodeDisk.stat(folder);
  if (stat?.kind === 'folder') return;
  if (stat === undefined) throw new BatonError('FILE_NOT_FOUND', `there is no folder ${folder}`, { path: folder });
  throw new BatonError('INPUT_INVALID', `${folder} is not a folder`, { path: folder });
}

/** The code behind it is loaded when a command needs tasks. */
async function openTasks(
  dataDir: string,
  processes: Processes,
  remark: (text: string) => void,
  announce: (event: PlaneEvent) => void,
): Promise<TaskStore> {
  const [{ openFileTaskStore }, { taskCodec }] = await Promise.all([
    import('./stores/fs/tasks/index.ts'),
    import('./protocols/tasks/index.ts'),
  ]);
  const self = await processes.self();
  return await openFileTaskStore({
    disk: nodeDisk,
    processes,
    clock: systemClock,
    random: systemRandom,
    dataDir,
    codec: taskCodec,
    // Machine and boot are the first parts of the mark of a process.
    boot: self.started?.split('/').slice(0, 2).join('/') ?? '',
    owner: `baton ${process.pid}`,
    remark,
    onEvents: (events) => events.forEach(announce),
  });
}

const openFileAudit = (dataDir: string, processes: Processes): AuditLog =>
  createAuditLog({
    disk: nodeDisk,
    files: createFiles(nodeDisk),
    processes,
    clock: systemClock,
    random: systemRandom,
    folder: join(dataDir, 'audit'),
    keyFolder: join(dataDir, 'keys'),
  });

interface DatabaseParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly getNotifier: () => Notifier;
  readonly announce: (event: PlaneEvent) => void;
  onSkew(ms: number): void;
  remark(text: string): void;
}

/** Tasks and audit log in PostgreSQL: the driver is loaded where a database is configured. */
async function openDatabase(address: string, schema: string, parts: DatabaseParts): Promise<PostgresStores> {
  const [{ openPostgresStores }, { taskCodec }] = await Promise.all([
    import('./stores/postgres/index.ts'),
    import('./protocols/tasks/index.ts'),
  ]);
  const files = createFiles(nodeDisk);
  const pathOf = (sha256: string): string => join(parts.dataDir, 'artifacts', sha256.slice(0, 2), sha256);
  return await openPostgresStores({
    address,
    schema,
    files,
    keyFolder: join(parts.dataDir, 'keys'),
    codec: taskCodec,
    clock: parts.clock,
    wall: systemClock,
    random: systemRandom,
    timers: systemTimers,
    largeArtifacts: {
      write: async (sha256, content) => {
        await files.createFolder(dirname(pathOf(sha256)));
        await files.writeAtomic(pathOf(sha256), content);
      },
      read: async (sha256) => {
        const stat = await files.stat(pathOf(sha256));
        return stat === undefined ? undefined : await files.readBytes(pathOf(sha256), { maxBytes: stat.sizeBytes });
      },
    },
    onSkew: (ms) => parts.onSkew(ms),
    remark: (text) => parts.remark(text),
    hasRules: () => hasNotifyRules({ files, dataDir: parts.dataDir }),
    deliver: async (events) => {
      events.forEach(parts.announce);
      await parts.getNotifier().recorded();
    },
  });
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

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function readFacts(environment: Readonly<Record<string, string | undefined>>): MachineFacts {
  const homeFolder = environment['HOME'] ?? homedir();
  return {
    nodeVersion: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    host: hostname(),
    homeFolder,
    tempFolder: tmpdir(),
    cacheFolder: environment['BATON_CACHE_DIR'] ?? defaultCacheFolder(environment, homeFolder),
  };
}

function defaultCacheFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'baton');
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? home, 'baton', 'cache');
  return join(environment['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'baton');
}

/** The value, or the failure again each time it is asked for: `doctor` must run where the configuration is broken. */
async function keepFailure(reading: Promise<ResolvedConfig>): Promise<() => ResolvedConfig> {
  try {
    const config = await reading;
    return () => config;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
