import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../kernel/errors/index.ts';
import type { StoreOutage } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { RouteReply } from './route.ts';

interface Asked {
  /** What tells one reading request from another. */
  readonly key: string;
  readonly isWrite: boolean;
  work(): Promise<RouteReply>;
}

interface Answered {
  readonly reply: RouteReply;
  /** The answer is one of before: since when the database has been away. */
  readonly staleSince?: string;
}

/** Answers requests without waiting for a database that is away. */
export interface WhileAway {
  answer(asked: Asked): Promise<Answered>;
}

const MAX_KEPT = 256;
/** How soon a request that is under way learns that the database has gone. */
const LOOK_MS = 50;

/**
 * Reads get what was read last, changes are refused at once, so that the client can tell its user and retry. A change that has begun is waited for: it may have been stored.
 */
export function createWhileAway(findOutage: () => StoreOutage | undefined): WhileAway {
  const kept = new Map<string, RouteReply>();
  const keep = (key: string, reply: RouteReply): void => {
    kept.delete(key);
    kept.set(key, reply);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const answerAway = (outage: StoreOutage, key: string | undefined): Answered => {
    const reply = key === undefined ? undefined : kept.get(key);
    if (reply === undefined) throw toRefusal(outage);
    return { reply, staleSince: renderIsoTime(outage.sinceMs) };
  };
  return {
    async answer({ key, isWrite, work }) {
      const before = findOutage();
      if (before !== undefined) return answerAway(before, isWrite ? undefined : key);
      if (isWrite) return { reply: await work() };
      const reading = work().then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      const result = await untilAway(reading, findOutage);
      if (result === undefined || 'error' in result) {
        const outage = findOutage();
        if (outage !== undefined) return answerAway(outage, key);
        throw result?.error;
      }
      if (result.reply.kind === 'data' || result.reply.kind === 'bare') keep(key, result.reply);
      return { reply: result.reply };
    },
  };
}

/** Undefined if the database went away before there was a result. */
async function untilAway<T>(reading: Promise<T>, findOutage: () => StoreOutage | undefined): Promise<T | undefined> {
  const isOver = new AbortController();
  const result = reading.finally(() => isOver.abort());
  const gone = (async () => {
    while (findOutage() === undefined && !isOver.signal.aborted)
      await sleep(LOOK_MS, undefined, { signal: isOver.signal }).catch(() => undefined);
    return undefined;
  })();
  return await Promise.race([result, gone.then(() => (isOver.signal.aborted ? result : undefined))]);
}

const toRefusal = ({ code, reason, sinceMs }: StoreOutage): BatonError =>
  new BatonError(code, reason, {
    since: renderIsoTime(sinceMs),
    hint: `the database has been away since ${renderIsoTime(sinceMs)}; send the request again later`,
  });

/** Lets a few in at a time and a limited number wait, so that a flood costs neither all memory nor the health check. */
export interface Turnstile {
  /** Fails with SERVER_BUSY if too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurnstile(limits: { readonly inside: number; readonly waiting: number }): Turnstile {
  const queue: (() => void)[] = [];
  let inside = 0;
  const enter = async (): Promise<void> => {
    if (inside < limits.inside) {
      inside += 1;
      return;
    }
    if (queue.length >= limits.waiting)
      throw new BatonError('SERVER_BUSY', `${queue.length} requests are waiting already`, { waiting: queue.length });
    // The one who leaves hands its place over.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) inside -= 1;
    else next();
  };
  return {
    async pass(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
