import { isOwnRecord } from '../../../kernel/authority/index.ts';
import { given } from '../../../kernel/given.ts';
import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** A run behind a gateway. */
export interface RemoteRun {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId: string;
}

/** A run that has to be told to stop. */
export interface KeptStop extends RemoteRun {
  /** When that was wished, and when to try again; milliseconds. */
  readonly at: number;
  readonly nextAt: number;
  /** Why the last attempt failed; empty before the first one. */
  readonly reason: string;
}

type KeptPlatform = Pick<Platform, 'files' | 'project'>;

const PURPOSE = 'stop';
const MAX_BYTES = 16 * 1024;

const folderOf = ({ project }: KeptPlatform): string => join(project.dataDir, 'stops');
const contentOf = ({ taskId, runId, agentId, sessionId }: RemoteRun): string =>
  JSON.stringify([taskId, runId, agentId, sessionId]);

/** Durable; the same run again replaces what was kept of it. With the mark of this installation. */
export async function keepStop(platform: KeptPlatform, stop: KeptStop): Promise<void> {
  const folder = folderOf(platform);
  await platform.files.createFolder(folder);
  const mark = await platform.project.authority.seals.seal(PURPOSE, contentOf(stop));
  const text = `${JSON.stringify({ ...stop, ...given({ mark }) })}\n`;
  await platform.files.writeAtomic(join(folder, `${stop.runId}.json`), text, { mode: 0o600 });
}

export async function removeStop(platform: KeptPlatform, runId: string): Promise<void> {
  await platform.files.remove(join(folderOf(platform), `${runId}.json`));
}

/** Those that this installation wrote: nothing is asked to stop because a repository says so. */
export async function listStops(platform: KeptPlatform): Promise<readonly KeptStop[]> {
  const stops: KeptStop[] = [];
  const folder = folderOf(platform);
  for (const { name, kind } of await platform.files.list(folder)) {
    if (kind !== 'file' || !name.endsWith('.json')) continue;
    const path = join(folder, name);
    const value = await readObject(platform, path);
    const stop = value === undefined ? undefined : toStop(value);
    if (value === undefined || stop === undefined) continue;
    const record = { purpose: PURPOSE, content: contentOf(stop), mark: value['mark'], path };
    if (await isOwnRecord(platform.project.authority.seals, record)) stops.push(stop);
  }
  return stops;
}

async function readObject({ files }: KeptPlatform, path: string): Promise<JsonObject | undefined> {
  try {
    const text = await files.findText(path, { maxBytes: MAX_BYTES });
    const value = text === undefined ? undefined : parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error) && error.exitCode !== 70) return undefined;
    throw error;
  }
}

function toStop({ taskId, runId, agentId, sessionId, at, nextAt, reason }: JsonObject): KeptStop | undefined {
  if (typeof taskId !== 'string' || typeof runId !== 'string' || typeof agentId !== 'string') return undefined;
  if (typeof sessionId !== 'string' || typeof at !== 'number' || typeof nextAt !== 'number') return undefined;
  return { taskId, runId, agentId, sessionId, at, nextAt, reason: typeof reason === 'string' ? reason : '' };
}
