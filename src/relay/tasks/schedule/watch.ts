import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { isAway, OutageTracker } from './outage-tracker.ts';

export interface WatchRequest {
  /** Events after this one; without it, only those from now on. */
  readonly after?: string;
  readonly taskId?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Ends when there is nothing more. */
  readonly once?: boolean;
  readonly pollMs?: number;
}

const POLL_MS = 250;

/** The event log as it grows. A store that does not answer is waited for; what happened meanwhile comes then. */
export async function* watch(
  platform: Pick<Platform, 'clock' | 'remark' | 'tasks' | 'timers'>,
  request: WatchRequest,
): AsyncGenerator<PlaneEvent> {
  const store = await platform.tasks();
  const pollMs = request.pollMs ?? POLL_MS;
  const about = request.taskId === undefined ? undefined : { taskIds: [request.taskId] };
  const outage = new OutageTracker();
  let after = request.after ?? (request.once === true ? undefined : await store.findLastEventId());
  let nap = new AbortController();
  const wake = (): void => nap.abort();
  const unsubscribe = request.once === true ? undefined : store.onChange?.(wake);
  request.signal?.addEventListener('abort', wake);
  try {
    while (request.signal?.aborted !== true) {
      nap = new AbortController();
      let pauseMs = pollMs;
      try {
        for await (const event of store.readEvents(after, about)) {
          after = event.id;
          yield event;
        }
        if (outage.end()) platform.remark('the store answers again');
      } catch (error) {
        const noted = outage.note(error, platform.clock.now(), pollMs);
        if (request.once === true || !isAway(error) || noted === undefined) throw error;
        if (noted.isNew) platform.remark(`waiting for the store: ${error instanceof Error ? error.message : ''}`);
        pauseMs = noted.pauseMs;
      }
      if (request.once === true) return;
      await platform.timers.sleep(pauseMs, nap.signal);
    }
  } finally {
    request.signal?.removeEventListener('abort', wake);
    await unsubscribe?.();
  }
}
