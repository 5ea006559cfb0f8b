import { given, whenGiven } from '../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import { isTelling, readExchange, type Exchange } from '../exchange.ts';
import {
  listPushOrigins,
  readPushes,
  removePush,
  writePush,
  type KeptPush,
  type PushPlatform,
  type PushRequest,
} from './push-requests.ts';

/** What is sent, in the words of the protocol that asked for it. */
export interface PushBody {
  readonly body: string;
  readonly contentType: string;
  /** Nothing will happen to the task any more. */
  readonly isLast: boolean;
}

export type DeliverPlatform = PushPlatform & Pick<Platform, 'clock' | 'http' | 'remark'>;

const TIMEOUT_MS = 5_000;
const MAX_FAILURES = 10;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Tells every receiver what has become of its task since it was last told: the task as it is now, once for all that
 * happened meanwhile. How far each was told is on disk, so a daemon that is killed tells again rather than not at all.
 * Returns when the next try is due.
 */
export async function deliverPushes(
  platform: DeliverPlatform,
  render: (exchange: Exchange) => PushBody,
): Promise<number | undefined> {
  const pushes = await readPushes(platform);
  if (pushes.length === 0) return undefined;
  const news = await readNews(platform, pushes);
  const next = await Promise.all(pushes.map((push) => deliver(platform, push, news, render)));
  return next.reduce<number | undefined>(
    (first, at) => (at === undefined ? first : Math.min(first ?? at, at)),
    undefined,
  );
}

/** Events since the receiver that was told least. */
async function readNews(platform: DeliverPlatform, pushes: readonly KeptPush[]): Promise<readonly PlaneEvent[]> {
  const after = pushes.map((push) => push.after ?? '').sort()[0];
  const wanted = new Set(pushes.map(({ request }) => request.taskId));
  const store = await platform.tasks();
  const news: PlaneEvent[] = [];
  for await (const event of store.readEvents(after === '' ? undefined : after))
    if (event.taskId !== undefined && wanted.has(event.taskId)) news.push(event);
  return news;
}

async function deliver(
  platform: DeliverPlatform,
  push: KeptPush,
  news: readonly PlaneEvent[],
  render: (exchange: Exchange) => PushBody,
): Promise<number | undefined> {
  const { request, after = '' } = push;
  const mine = news.filter(({ taskId, id }) => taskId === request.taskId && id > after);
  const last = mine.at(-1)?.id;
  if (last === undefined || !mine.some(isTelling)) return undefined;
  const now = platform.clock.now();
  if (push.retryAtMs > now) return push.retryAtMs;
  try {
    const { isLast, ...sent } = render(await readExchange(platform, request.taskId));
    await post(platform, request, sent);
    await (isLast
      ? removePush(platform, request)
      : writePush(platform, { request, after: last, failures: 0, retryAtMs: 0 }));
    return undefined;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return await noteFailure(platform, push, error.message, now);
  }
}

async function post(
  platform: DeliverPlatform,
  { url, token, authorization }: PushRequest,
  { body, contentType }: Pick<PushBody, 'body' | 'contentType'>,
): Promise<void> {
  // The person may have taken the origin back since.
  if (!listPushOrigins(platform).includes(new URL(url).origin))
    throw notTaken(url, 'its origin is not allowed any more');
  const headers = {
    'content-type': contentType,
    ...given({ authorization: whenGiven(authorization, ({ scheme, credentials }) => `${scheme} ${credentials}`) }),
    ...given({ 'x-a2a-notification-token': token }),
  };
  const { status } = await platform.http.post({ url, body, headers, timeoutMs: TIMEOUT_MS });
  if (status < 200 || status > 299) throw notTaken(url, `it answered ${status}`);
}

const notTaken = (url: string, reason: string): BatonError =>
  new BatonError('HTTP_FAILED', `${url} did not take it: ${reason}`, { url });

async function noteFailure(
  platform: DeliverPlatform,
  push: KeptPush,
  reason: string,
  now: number,
): Promise<number | undefined> {
  const failures = push.failures + 1;
  const { request } = push;
  if (failures >= MAX_FAILURES) {
    platform.remark(`gave up telling ${request.url} about ${request.taskId} after ${failures} tries: ${reason}`);
    await removePush(platform, request);
    return undefined;
  }
  const retryAtMs = now + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  await writePush(platform, { ...push, failures, retryAtMs });
  return retryAtMs;
}
