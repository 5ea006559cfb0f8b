import { BatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../src/kernel/json.ts';
import type { PlaneEvent } from '../../src/kernel/tasks.ts';
import type { Platform } from '../../src/kernel/ports/index.ts';
import type { Stage } from './stage.ts';

const WAIT_LIMIT_MS = 50_000;
const FEED_LIMIT_MS = 10 * 60_000;

type Wanted = (event: PlaneEvent) => boolean;

/** What happens on the stage, as `baton watch` tells it. */
export class EventFeed {
  readonly events: PlaneEvent[] = [];
  readonly #end = new AbortController();
  readonly #over: Promise<unknown>;
  readonly #platform: Pick<Platform, 'processes' | 'timers'>;
  readonly #stage: Stage;
  #tail = '';
  #wake: (() => void) | undefined;

  constructor(platform: Pick<Platform, 'processes' | 'timers'>, stage: Stage) {
    this.#platform = platform;
    this.#stage = stage;
    this.#over = platform.processes.run({
      command: stage.place.node,
      args: [stage.place.bin, 'watch', '--since', FIRST, '--jsonl'],
      cwd: stage.place.folder,
      env: stage.env,
      timeoutMs: FEED_LIMIT_MS,
      signal: this.#end.signal,
      maxOutputBytes: 1,
      onOutput: (piece, stream) => {
        if (stream === 'stdout') this.#take(Buffer.from(piece).toString('utf8'));
      },
    });
  }

  /** The first event of this kind, whether it has happened or not. */
  async wait(what: string, wanted: Wanted): Promise<PlaneEvent> {
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, this.#stage.signal]);
    const timer = this.#platform.timers.sleep(WAIT_LIMIT_MS, signal).then(() => 'late' as const);
    try {
      for (;;) {
        const found = this.events.find(wanted);
        if (found !== undefined) return found;
        const news = new Promise<'news'>((resolve) => (this.#wake = () => resolve('news')));
        if ((await Promise.race([news, timer])) === 'news') continue;
        this.#stage.checkEnded();
        throw new BatonError('DEMO_FAILED', `nothing was heard of ${what} for ${WAIT_LIMIT_MS / 1_000} seconds`);
      }
    } finally {
      limit.abort();
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#over.catch(() => undefined);
  }

  #take(text: string): void {
    const lines = (this.#tail + text).split('\n');
    this.#tail = lines.pop() ?? '';
    for (const line of lines) {
      const value = parseJson(line);
      if (!isEvent(value)) continue;
      this.events.push(value);
    }
    this.#wake?.();
  }
}

/** Smaller than any id of an event. */
const FIRST = '00000000000000000000000000';

const isEvent = (value: unknown): value is PlaneEvent & JsonObject =>
  isJsonObject(value) && typeof value['type'] === 'string' && isJsonObject(value['payload']);
