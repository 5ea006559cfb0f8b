/**
 * Events as they happen, to any number of browsers. A client that was away says which event it saw last and gets the
 * rest first. One slow reader never holds up the others: it is disconnected and resumes at its position.
 */

import type { ServerResponse } from 'node:http';
import { createUlidAfter, isUlid } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';

export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

export interface StreamStart {
  /** The newest event that will not be sent: a client that returns later begins after it. */
  readonly position: string;
  readonly missed: AsyncIterable<StreamedEvent>;
}

export interface EventHub {
  /** Answers with a stream until the client leaves. False if there are too many already. */
  attach(response: ServerResponse, start: StreamStart): boolean;
  /** In their order; one write per client however many they are. */
  publish(events: readonly StreamedEvent[]): void;
  readonly clients: number;
  close(): void;
}

const HEARTBEAT_MS = 15_000;
/** What may wait for a slow reader. */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_HELD = 50_000;

export function createEventHub(maxClients: number, headers: Readonly<Record<string, string>>): EventHub {
  const clients = new Set<Client>();
  const heartbeat = setInterval(() => {
    for (const client of clients) client.send(': still here\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    get clients() {
      return clients.size;
    },
    attach(response, { position, missed }) {
      if (clients.size >= maxClients) return false;
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'keep-alive',
      });
      const client = new Client(response, position);
      clients.add(client);
      response.once('close', () => clients.delete(client));
      void client.catchUp(missed);
      return true;
    },
    publish(events) {
      const rendered = events.map((event) => ({ id: event.id, text: renderEvent(event) }));
      for (const client of clients) client.sendLive(rendered);
    },
    close() {
      clearInterval(heartbeat);
      for (const client of clients) client.end();
    },
  };
}

interface RenderedEvent {
  readonly id: string;
  readonly text: string;
}

class Client {
  private readonly response: ServerResponse;
  /** Live events that came while the missed ones were sent; undefined once those are through. */
  private held: RenderedEvent[] | undefined = [];
  /** Ids grow, so what was read from the log already is known by its id. */
  private last = '';

  constructor(response: ServerResponse, position: string) {
    this.response = response;
    response.on('error', () => undefined);
    this.send(`retry: 2000\nid: ${position}\n\n`);
  }

  async catchUp(missed: AsyncIterable<StreamedEvent>): Promise<void> {
    try {
      for await (const event of missed) {
        if (this.response.destroyed) return;
        this.send(renderEvent(event));
        this.last = event.id;
        if (this.response.writableNeedDrain) await drained(this.response);
      }
    } catch {
      // The log could not be read just now; the client asks again from its position.
      this.end();
      return;
    }
    const { held = [] } = this;
    this.held = undefined;
    this.sendLive(held);
  }

  sendLive(events: readonly RenderedEvent[]): void {
    if (this.held !== undefined) return this.hold(events);
    const fresh = events.filter(({ id }) => id > this.last);
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    this.last = newest.id;
    this.send(fresh.map(({ text }) => text).join(''));
  }

  /** A client that needs longer for the past than this many events take to happen starts over. */
  private hold(events: readonly RenderedEvent[]): void {
    this.held?.push(...events);
    if ((this.held?.length ?? 0) > MAX_HELD) this.response.destroy();
  }

  send(text: string): void {
    if (this.response.destroyed) return;
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
    else this.response.write(text);
  }

  end(): void {
    this.response.end();
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });

/** JSON has no raw line breaks, so one data line is enough. */
const renderEvent = ({ id, type, data }: StreamedEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Further back than this, reading everything again is quicker for a client than hearing all it missed. */
const MAX_MISSED = 10_000;
const BATCH = 500;

const STREAM_EVENT = 'plane';
const RESET_EVENT = 'reset';

export const toStreamed = (event: PlaneEvent): StreamedEvent => ({ id: event.id, type: STREAM_EVENT, data: event });

/** Follows the event log, no matter who writes to it. */
interface EventFeed {
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
