import { dirname, join } from 'node:path';
import { sha256Hex } from './kernel/hash.ts';
import type {
  AuditLog,
  Authority,
  Clock,
  Disk,
  Files,
  Http,
  Notifier,
  Processes,
  TaskStore,
} from './kernel/ports/index.ts';
import type { PlaneEvent } from './kernel/tasks.ts';
import {
  findForeignJournal,
  hasNotifyRules,
  journalForeign,
  markJournal,
  readNotifyRules,
  type KeptTasks,
} from './relay/settings/index.ts';
import { guardKeyFiles, identifyFolder, isBelievable } from './stores/authority/index.ts';
import type { PostgresStores } from './stores/postgres/index.ts';
import { systemClock, systemRandom, systemTimers } from './stores/system/index.ts';

/** How long the end of a command may wait for notices; what is not delivered by then is left to the next process. */
export const NOTICE_LIMIT_MS = 2_000;

/** What most of the parts are made of. */
export interface Parts {
  readonly disk: Disk;
  readonly files: Files;
  readonly clock: Clock;
  readonly http: Http;
  readonly processes: Processes;
  readonly authority: Authority;
  readonly root: string;
  readonly keptTasks?: KeptTasks | undefined;
  remark(text: string): void;
  /** What comes now is no answer that could be given again. */
  lose(): void;
}

/** Loaded with the first notice: journal, rules and sinks are more than most commands need. */
export function composeNotifier(
  { disk, files, processes, authority, root, remark, lose }: Parts,
  dataDir: string,
): Notifier {
  lose();
  return createLateNotifier(async () => {
    const { createFileNotifier } = await import('./stores/notify/index.ts');
    return createFileNotifier({
      disk,
      files,
      processes,
      clock: systemClock,
      random: systemRandom,
      dataDir,
      lockWaitMs: NOTICE_LIMIT_MS,
      remark,
      readRules: () => readNotifyRules({ files, root, dataDir, authority, remark }),
    });
  }, remark);
}

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

/** Its code is loaded when a command needs tasks. */
export async function openTasks(
  parts: Parts,
  dataDir: string,
  announce: (event: PlaneEvent) => void,
): Promise<TaskStore> {
  const { files, authority, keptTasks: kept } = parts;
  const foreign = await findForeignJournal({ files, dataDir, authority });
  if (foreign !== undefined && !(await authority.isApproved(foreign))) throw journalForeign(dataDir);
  const open = (tell: typeof announce): Promise<TaskStore> =>
    openFileTasks(parts, dataDir, tell, foreign !== undefined);
  if (kept === undefined) return await open(announce);
  // Another folder under the same name is another store.
  const folder = await files.stat(join(dataDir, 'journal'));
  return await kept.use(`${folder?.inode ?? ''} ${dataDir}`, announce, open);
}

/** A server keeps it open for the next call. */
export const closeTasks = (tasks: TaskStore, { keptTasks }: Parts): Promise<void> =>
  keptTasks?.release(tasks) ?? tasks.close();

async function openFileTasks(
  { disk, files, clock, processes, authority, remark }: Parts,
  dataDir: string,
  announce: (event: PlaneEvent) => void,
  isForeign: boolean,
): Promise<TaskStore> {
  const { openFileTaskStore } = await import('./stores/fs/tasks/index.ts');
  const { taskCodec } = await import('./compose-codec.ts');
  const self = await processes.self();
  return await openFileTaskStore({
    disk,
    processes,
    clock,
    random: systemRandom,
    dataDir,
    codec: taskCodec,
    // Machine and boot are the first parts of the mark of a process.
    boot: self.started?.split('/').slice(0, 2).join('/') ?? '',
    owner: `baton ${process.pid}`,
    remark,
    ...(!isForeign ? { onBegin: () => markJournal({ files, dataDir, authority }) } : {}),
    onEvents: (events) => events.forEach(announce),
  });
}

/**
 * Where this user remembers the audit log of this folder, whatever its data dir: a repository's setting must not begin
 * another one unseen. None inside the project: that would go back with it.
 */
function locateSeenHeads(root: string, stateFolder: string): string | undefined {
  const place = isBelievable(stateFolder, root) ? identifyFolder(root) : undefined;
  if (place === undefined) return undefined;
  return join(stateFolder, 'audit', sha256Hex(place).slice(0, 32));
}

/** Loaded with the first question to the log: most commands have none. */
export async function openFileAudit(
  { disk, files, clock, processes, authority, root, remark }: Parts,
  dataDir: string,
  stateFolder: string,
): Promise<AuditLog> {
  const { createAuditLog } = await import('./stores/audit/index.ts');
  return createAuditLog({
    disk,
    files: guardKeyFiles(files, join(dataDir, 'keys'), authority),
    processes,
    clock,
    random: systemRandom,
    folder: join(dataDir, 'audit'),
    keyFolder: join(dataDir, 'keys'),
    seenFolder: locateSeenHeads(root, stateFolder),
    remark,
  });
}

const findFleetMemory = ({ root, stateFolder }: DatabaseParts): string | undefined => {
  const folder = locateSeenHeads(root, stateFolder);
  return folder === undefined ? undefined : join(folder, 'fleet');
};

interface DatabaseParts {
  readonly files: Files;
  readonly authority: Authority;
  readonly root: string;
  readonly dataDir: string;
  readonly stateFolder: string;
  readonly clock: Clock;
  readonly host: string;
  readonly getNotifier: () => Notifier;
  readonly announce: (event: PlaneEvent) => void;
  onSkew(ms: number): void;
  remark(text: string): void;
  lose(): void;
}

/** Tasks and audit log in PostgreSQL: the driver is loaded only if a database is configured. */
export async function openDatabase(address: string, schema: string, parts: DatabaseParts): Promise<PostgresStores> {
  parts.lose();
  const { applicationName, openPostgresStores } = await import('./stores/postgres/index.ts');
  const { taskCodec } = await import('./compose-codec.ts');
  const { files } = parts;
  const pathOf = (sha256: string): string => join(parts.dataDir, 'artifacts', sha256.slice(0, 2), sha256);
  return await openPostgresStores({
    address,
    schema,
    application: applicationName({ host: parts.host, pid: process.pid }),
    files: guardKeyFiles(files, join(parts.dataDir, 'keys'), parts.authority),
    keyFolder: join(parts.dataDir, 'keys'),
    seenFolder: findFleetMemory(parts),
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
