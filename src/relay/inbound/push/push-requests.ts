import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** Where an agent outside wants to be told about a task. */
export interface PushRequest {
  readonly id: string;
  readonly taskId: string;
  readonly url: string;
  /** Sent along, so that the receiver knows who speaks. */
  readonly token?: string;
  readonly authorization?: { readonly scheme: string; readonly credentials: string };
}

/** A request with how far its receiver was told. */
export interface KeptPush {
  readonly request: PushRequest;
  /** The event up to which everything was delivered. */
  readonly after?: string;
  /** Tries since the last success. */
  readonly failures: number;
  readonly retryAtMs: number;
}

export type PushPlatform = Pick<Platform, 'files' | 'project' | 'tasks'>;

const PURPOSE = 'a2a push';
const MAX_PER_TASK = 10;
const MAX_BYTES = 64 * 1024;
const OWNER_ONLY = 0o600;
const ID = /^[\x21-\x7E]{1,256}$/;

/**
 * Kept beside the daemon's token, not with the task: it holds credentials, and only this machine delivers. The same
 * request again takes the place of the one before.
 */
export async function keepPush(platform: PushPlatform, wanted: PushRequest): Promise<PushRequest> {
  assertPushAddress(platform, wanted.url);
  const request = { ...wanted, id: wanted.id === '' ? `push-${sha256Hex(wanted.url).slice(0, 12)}` : wanted.id };
  if (!ID.test(request.id)) throw new BatonError('INPUT_INVALID', 'the id must have 1 to 256 visible characters');
  if ((await findTask(platform, request.taskId)) === undefined)
    throw new BatonError('TASK_NOT_FOUND', `there is no task ${request.taskId}`, { id: request.taskId });
  const others = (await listPushes(platform, request.taskId)).filter(({ id }) => id !== request.id);
  if (others.length >= MAX_PER_TASK)
    throw new BatonError('INPUT_INVALID', `${request.taskId} has ${MAX_PER_TASK} receivers already`);
  await platform.files.createFolder(folderOf(platform));
  await writePush(platform, { request, failures: 0, retryAtMs: 0 });
  return request;
}

const findTask = async ({ tasks }: PushPlatform, id: string) =>
  isTaskId(id) ? await (await tasks()).find(id) : undefined;

export const listPushes = async (platform: PushPlatform, taskId: string): Promise<readonly PushRequest[]> =>
  (await readPushes(platform)).map(({ request }) => request).filter((request) => request.taskId === taskId);

/** Fails with TASK_NOT_FOUND if there is no such request. */
export async function getPush(platform: PushPlatform, taskId: string, id: string): Promise<PushRequest> {
  const found = (await listPushes(platform, taskId)).find((request) => request.id === id);
  if (found !== undefined) return found;
  throw new BatonError('TASK_NOT_FOUND', `${taskId} has no receiver ${id}`, { id: taskId });
}

export const removePush = async (platform: PushPlatform, request: Pick<PushRequest, 'id' | 'taskId'>): Promise<void> =>
  await platform.files.remove(pathOf(platform, request));

/** Everything that is to be delivered from here. What this installation did not write is not believed. */
export async function readPushes(platform: PushPlatform): Promise<readonly KeptPush[]> {
  const kept: KeptPush[] = [];
  for (const { name } of await platform.files.list(folderOf(platform))) {
    const found = await readPush(platform, join(folderOf(platform), name));
    if (found !== undefined) kept.push(found);
  }
  return kept;
}

export async function writePush(platform: PushPlatform, push: KeptPush): Promise<void> {
  const content = JSON.stringify(push);
  const mark = await platform.project.authority.seals.seal(PURPOSE, content);
  if (mark === undefined)
    throw new BatonError('INPUT_INVALID', 'notifications cannot be kept: this user has no folder for the key of marks');
  await platform.files.writeAtomic(pathOf(platform, push.request), `${JSON.stringify({ mark, content })}\n`, {
    mode: OWNER_ONLY,
  });
}

async function readPush(platform: PushPlatform, path: string): Promise<KeptPush | undefined> {
  const text = await platform.files.findText(path, { maxBytes: MAX_BYTES });
  try {
    const value = parseJson(text ?? '');
    const { mark, content } = isJsonObject(value) ? value : {};
    if (typeof mark !== 'string' || typeof content !== 'string') return undefined;
    if (!(await platform.project.authority.seals.isOurs(PURPOSE, content, mark))) return undefined;
    // This installation wrote it.
    return JSON.parse(content) as KeptPush;
  } catch (error) {
    if (error instanceof BatonError) return undefined;
    throw error;
  }
}

const folderOf = ({ project }: Pick<Platform, 'project'>): string => join(project.dataDir, 'serve', 'push');

const pathOf = (platform: Pick<Platform, 'project'>, { taskId, id }: Pick<PushRequest, 'id' | 'taskId'>): string =>
  join(folderOf(platform), `${taskId}.${sha256Hex(id).slice(0, 16)}.json`);

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Origins that a person has named for notifications; none: nobody may ask for them. */
export function listPushOrigins({ project }: Pick<Platform, 'project'>): readonly string[] {
  const words = (project.settings.values['a2a.push'] ?? '').split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word) => findOrigin(word) ?? []);
}

/**
 * The daemon connects from inside a network that its callers do not see: only to origins that a person has named, over
 * TLS unless they are on this machine, and never with a password in the address.
 */
export function assertPushAddress(platform: Pick<Platform, 'project'>, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') throw refused(address, 'is not an address');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!isSafe) throw refused(address, 'is not an https address');
  if (!listPushOrigins(platform).includes(url.origin))
    throw refused(address, 'is at an origin that nobody here allowed');
}

const findOrigin = (word: string): string | undefined => (URL.canParse(word) ? new URL(word).origin : undefined);

const refused = (address: string, reason: string): BatonError =>
  new BatonError('INPUT_INVALID', `notifications cannot be sent there: ${address} ${reason}`, {
    hint: 'a person allows an origin with baton config set a2a.push',
  });
