import { basename, join } from 'node:path';
import { isOwnRecord } from '../../kernel/authority/index.ts';
import { isBatonError, type BatonError, type ErrorCode } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { createUlidAfter, isUlid } from '../../kernel/ids.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import type { CompleteRequest } from './complete.ts';
import type { DelegateRequest, Delegation } from './delegate.ts';
import type { BeatRequest } from './heartbeat.ts';
import type { MessagePlatform, RoutedMessage } from './messages/route-message.ts';

/** What a run has to say about its task, as it would be said again: all of it is data. */
type Report =
  | { readonly kind: 'heartbeat'; readonly request: BeatRequest }
  | { readonly kind: 'complete'; readonly request: CompleteRequest }
  /** The id makes a second delivery harmless. */
  | { readonly kind: 'delegate'; readonly request: DelegateRequest & { readonly messageId: string } };

/** What comes of each kind. */
interface ReportResults {
  readonly heartbeat: TaskEntry;
  readonly complete: RoutedMessage;
  readonly delegate: Delegation;
}

type ReportPlatform = MessagePlatform;

type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>;

/** Each is loaded when it is used: a heartbeat is sent often, and needs little of what a handoff needs. */
const SENDERS: {
  readonly [K in Report['kind']]: (
    platform: ReportPlatform,
    request: ReportOf<K>['request'],
  ) => Promise<ReportResults[K]>;
} = {
  heartbeat: async (platform, request) => await (await import('./heartbeat.ts')).heartbeat(platform, request),
  complete: async (platform, request) => await (await import('./complete.ts')).complete(platform, request),
  delegate: async (platform, request) => await (await import('./delegate.ts')).delegate(platform, request),
};

const sendReport = async <K extends Report['kind']>(
  platform: ReportPlatform,
  kind: K,
  request: ReportOf<K>['request'],
): Promise<ReportResults[K]> => await SENDERS[kind](platform, request);

/** Which of the two happened: the store has it, or this machine keeps it until the store can be reached. */
export type Reported<R> =
  | { readonly kind: 'told'; readonly result: R }
  | { readonly kind: 'kept'; readonly path: string; readonly reason: string };

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

/**
 * Says what a run has to say, and does not lose it to an outage. What finds the database away is kept first, because the
 * caller may be stopped while it waits; then it is tried again as long as the run may count on its lease, and as long as the
 * caller can wait. What was kept before goes first.
 */
export async function reportPatiently<K extends Report['kind']>(
  platform: ReportPlatform & Pick<Platform, 'timers'>,
  kind: K,
  request: ReportOf<K>['request'],
  { maxWaitMs = Infinity }: { readonly maxWaitMs?: number } = {},
): Promise<Reported<ReportResults[K]>> {
  const { clock, project, timers } = platform;
  if (request.dryRun === true) return { kind: 'told', result: await sendReport(platform, kind, request) };
  const { values } = project.settings;
  const patienceMs = Math.min(values['tasks.outageSeconds'], values['tasks.leaseSeconds']) * 1_000;
  const deadline = clock.now() + Math.min(patienceMs, maxWaitMs);
  let path: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      if (path !== undefined) return { kind: 'told', result: await deliverOwnReport(platform, path, kind, request) };
      await deliverKeptReports(platform);
      return { kind: 'told', result: await sendReport(platform, kind, request) };
    } catch (error) {
      if (!isBatonError(error) || !mayPass(error)) throw error;
      // The kinds and their requests go together: `ReportOf` has said so.
      path ??= await keepReport(platform, { kind, request } as Report);
      if (isUseless(error) || clock.now() + pauseMs >= deadline) return { kind: 'kept', path, reason: error.message };
      await timers.sleep(pauseMs);
    }
  }
}

/** This process would only show the same password again. */
const isUseless = (error: BatonError): boolean => error.code === 'STORE_LOGIN_REFUSED';

/** Also somebody else who holds the kept reports: it waits for the same database. */
const mayPass = (error: BatonError): boolean =>
  isOutage(error) || (error.code === 'LOCK_HELD' && error.details['lock'] === REPORTS_LOCK);

type KeepPlatform = Pick<Platform, 'clock' | 'files' | 'project' | 'random'>;

const PURPOSE = 'kept report';
const OWNER_ONLY = 0o600;
const MAX_BYTES = 64 * 1024 * 1024;
const REPORTS_LOCK = 'reports';
const LOCK_WAIT_MS = 5_000;

const folderOf = ({ project }: Pick<Platform, 'project'>): string => join(project.dataDir, 'reports');

/** Keeps a report on this machine, durably, after those that wait already. Returns its path. */
export async function keepReport(platform: KeepPlatform, report: Report): Promise<string> {
  const { files, project } = platform;
  const names = await listNames(platform);
  // The clock may have been put back: the order is that of the ids.
  const id = createUlidAfter(names.at(-1), platform.clock.now(), platform.random);
  const content = JSON.stringify(toData(report));
  const mark = await project.authority.seals.seal(PURPOSE, content);
  const path = join(folderOf(platform), `${id}.json`);
  await files.createFolder(folderOf(platform));
  await files.writeAtomic(path, `${JSON.stringify({ content, ...given({ mark }) })}\n`, {
    mode: OWNER_ONLY,
  });
  return path;
}

const hasKeptReports = async (platform: Pick<Platform, 'files' | 'project'>): Promise<boolean> =>
  (await listNames(platform)).length > 0;

/**
 * Delivers what was kept, in its order and each once: one process at a time, and a file goes when the database has what
 * it says. What is refused is put aside and said. Fails, and keeps the rest, where the database goes away again.
 */
export async function deliverKeptReports(platform: ReportPlatform): Promise<number> {
  if (!(await hasKeptReports(platform))) return 0;
  const lock = await platform.project.locks.acquire(REPORTS_LOCK, { owner: 'kept reports', waitMs: LOCK_WAIT_MS });
  try {
    const names = await listNames(platform);
    for (const name of names) await deliver(platform, name);
    return names.length;
  } finally {
    await lock.release();
  }
}

/**
 * Delivers a report that is kept, after those that were kept before it, and gives its result to who waits for it. Somebody
 * else may have delivered it meanwhile: said again it changes nothing. It stays if the database is still away.
 */
async function deliverOwnReport<K extends Report['kind']>(
  platform: ReportPlatform,
  path: string,
  kind: K,
  request: ReportOf<K>['request'],
): Promise<ReportResults[K]> {
  const lock = await platform.project.locks.acquire(REPORTS_LOCK, { owner: 'kept reports', waitMs: LOCK_WAIT_MS });
  try {
    const own = basename(path, '.json');
    for (const name of await listNames(platform)) if (name < own) await deliver(platform, name);
    const result = await sendReport(platform, kind, request).catch(async (error: unknown) => {
      // The caller learns of a refusal.
      if (isBatonError(error) && !isOutage(error)) await platform.files.remove(path);
      throw error;
    });
    await platform.files.remove(path);
    return result;
  } finally {
    await lock.release();
  }
}

async function deliver(platform: ReportPlatform, name: string): Promise<void> {
  const { files } = platform;
  const path = join(folderOf(platform), `${name}.json`);
  const report = await readReport(platform, path);
  const refusal = report === undefined ? 'it was not kept by this installation' : await tryToSend(platform, report);
  if (refusal === undefined) return await files.remove(path);
  platform.remark(`a kept report was refused: ${refusal} (${path}.refused)`);
  await files.writeAtomic(`${path}.refused`, await files.readBytes(path, { maxBytes: MAX_BYTES }), {
    mode: OWNER_ONLY,
  });
  await files.remove(path);
}

/** Why it was refused; undefined if it arrived, now or before. */
async function tryToSend(platform: ReportPlatform, report: Report): Promise<string | undefined> {
  try {
    const result = await sendReport(platform, report.kind, report.request);
    if (!('outcome' in result)) return undefined;
    const isThere = ['applied', 'unchanged', 'duplicate'].includes(result.outcome);
    return isThere ? undefined : (result.reason ?? result.outcome);
  } catch (error) {
    if (!isBatonError(error) || isOutage(error)) throw error;
    return error.message;
  }
}

async function readReport({ files, project }: KeepPlatform, path: string): Promise<Report | undefined> {
  const value = parseJson(await files.readText(path, { maxBytes: MAX_BYTES }), { maxBytes: MAX_BYTES });
  if (!isJsonObject(value) || typeof value['content'] !== 'string') return undefined;
  const { content, mark } = value;
  // A repository can hold any file; only what this installation has written is said for a run.
  const isOwn = await isOwnRecord(project.authority.seals, { purpose: PURPOSE, content, mark, path });
  return isOwn ? toReport(JSON.parse(content) as StoredReport) : undefined;
}

/** In the order in which they were kept. */
async function listNames({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<string[]> {
  if ((await files.stat(folderOf({ project }))) === undefined) return [];
  const entries = await files.list(folderOf({ project }));
  return entries
    .map(({ name }) => name.replace(/\.json$/, ''))
    .filter((name) => isUlid(name))
    .sort();
}

/** An answer in AOP is bytes, which JSON has not. */
type StoredReport = Report & { readonly output?: string };

function toData(report: Report): StoredReport {
  if (report.kind !== 'complete' || report.request.output === undefined) return report;
  const { output, ...request } = report.request;
  return { kind: 'complete', request, output: Buffer.from(output).toString('base64') };
}

function toReport({ output, ...report }: StoredReport): Report {
  if (report.kind !== 'complete' || output === undefined) return report;
  return { kind: 'complete', request: { ...report.request, output: Buffer.from(output, 'base64') } };
}

const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  'STORE_UNREACHABLE',
  'STORE_FULL',
  'STORE_READ_ONLY',
  // While a password is changed, say. What the run has to say is as right as before.
  'STORE_LOGIN_REFUSED',
]);

/** The database cannot be used at this moment; what it refuses is another matter. */
const isOutage = (error: unknown): boolean => isBatonError(error) && OUTAGES.has(error.code);
