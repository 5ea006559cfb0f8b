import { isOwnRecord } from '../../../kernel/authority/index.ts';
import { given } from '../../../kernel/given.ts';
import { basename, join } from 'node:path';
import { isBatonError, type ErrorCode } from '../../../kernel/errors/index.ts';
import { createUlidAfter, isUlid } from '../../../kernel/ids.ts';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { sendReport, type Report, type ReportOf, type ReportPlatform, type ReportResults } from './report.ts';

type KeepPlatform = Pick<Platform, 'clock' | 'files' | 'project' | 'random'>;

const PURPOSE = 'kept report';
const OWNER_ONLY = 0o600;
const MAX_BYTES = 64 * 1024 * 1024;
export const REPORTS_LOCK = 'reports';
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
export async function deliverOwnReport<K extends Report['kind']>(
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
export const isOutage = (error: unknown): boolean => isBatonError(error) && OUTAGES.has(error.code);
