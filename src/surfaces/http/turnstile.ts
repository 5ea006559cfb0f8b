import { BatonError } from '../../kernel/errors/index.ts';

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
