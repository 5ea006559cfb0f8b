import { createUlidAfter, isUlid } from '../../../kernel/ids.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { StreamedEvent, StreamStart } from '../event-stream.ts';

/** Further back than this, reading everything again is quicker for a client than hearing all it missed. */
const MAX_MISSED = 10_000;
const BATCH = 500;

const STREAM_EVENT = 'plane';
const RESET_EVENT = 'reset';

export const toStreamed = (event: PlaneEvent): StreamedEvent => ({ id: event.id, type: STREAM_EVENT, data: event });

/** Follows the event log, no matter who writes to it. */
export interface EventFeed {
  /** Hands on what is new since the last time. */
  read(): Promise<void>;
  /** The event that was handed on last. */
  readonly cursor: string;
}

export function createEventFeed(
  platform: Pick<Platform, 'tasks'>,
  start: string,
  handOn: (events: readonly PlaneEvent[]) => void,
): EventFeed {
  let cursor = start;
  return {
    get cursor() {
      return cursor;
    },
    async read() {
      const store = await platform.tasks();
      let batch: PlaneEvent[] = [];
      const flush = (): void => {
        const last = batch.at(-1);
        if (last === undefined) return;
        cursor = last.id;
        handOn(batch);
        batch = [];
      };
      for await (const event of store.readEvents(cursor)) {
        batch.push(event);
        if (batch.length >= BATCH) flush();
      }
      flush();
    },
  };
}

/** A cursor in front of everything that happens from now on. */
export const cursorAt = (epochMs: number): string =>
  createUlidAfter(undefined, epochMs, { bytes: (size) => new Uint8Array(size) });

/** Where the stream of a client begins. One that names no event, or nonsense, has just read everything. */
export function streamFrom(platform: Pick<Platform, 'tasks'>, cursor: string, last: string | undefined): StreamStart {
  const position = last !== undefined && isUlid(last) ? last : cursor;
  return { position, missed: eventsAfter(platform, position) };
}

async function* eventsAfter(platform: Pick<Platform, 'tasks'>, id: string): AsyncGenerator<StreamedEvent> {
  const store = await platform.tasks();
  let count = 0;
  for await (const event of store.readEvents(id)) {
    count += 1;
    if (count > MAX_MISSED) return yield { id: event.id, type: RESET_EVENT, data: {} };
    yield toStreamed(event);
  }
}
