import type { PlaneEvent } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';

export interface WatchRequest {
  /** Events behind this one; without it only what comes from now on. */
  readonly after?: string;
  readonly taskId?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Ends when there is nothing more. */
  readonly once?: boolean;
  readonly pollMs?: number;
}

const POLL_MS = 250;

/** The event log as it grows. */
export async function* watch(platform: Platform, request: WatchRequest): AsyncGenerator<PlaneEvent> {
  const store = await platform.tasks();
  let after = request.after ?? (request.once === true ? undefined : await findLastId(store.readEvents()));
  let nap = new AbortController();
  const wake = (): void => nap.abort();
  const unsubscribe = request.once === true ? undefined : store.onChange?.(wake);
  request.signal?.addEventListener('abort', wake);
  try {
    while (request.signal?.aborted !== true) {
      nap = new AbortController();
      const about = request.taskId === undefined ? undefined : { taskId: request.taskId };
      for await (const event of store.readEvents(after, about)) {
        after = event.id;
        yield event;
      }
      if (request.once === true) return;
      await platform.timers.sleep(request.pollMs ?? POLL_MS, nap.signal);
    }
  } finally {
    request.signal?.removeEventListener('abort', wake);
    await unsubscribe?.();
  }
}

async function findLastId(events: AsyncIterable<PlaneEvent>): Promise<string | undefined> {
  let last: string | undefined;
  for await (const { id } of events) last = id;
  return last;
}
