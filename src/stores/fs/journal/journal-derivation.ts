/** Work on what was flushed, beside further commits: one at a time, and all of it before the lock is released. */
export class Derivation {
  /** Never fails. */
  readonly #derive: () => Promise<void>;
  #running: Promise<void> | undefined;
  /** Something was flushed after the work under way began; resolved when it is derived as well. */
  #waiting: Waiting | undefined;

  constructor(derive: () => Promise<void>) {
    this.#derive = derive;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** There is something new. */
  note(): void {
    this.#waiting ??= createWaiting();
  }

  /** Begins, unless it is still at work or there is nothing to do. */
  start(): void {
    const waiting = this.#waiting;
    if (waiting === undefined || this.#running !== undefined) return;
    this.#waiting = undefined;
    this.#running = this.#derive().finally(() => {
      this.#running = undefined;
      waiting.resolve();
    });
  }

  /** Waits for what is under way, or for a first part; the rest begins. */
  async advance(): Promise<void> {
    this.start();
    await this.#running;
    this.start();
  }

  async finish(): Promise<void> {
    await this.#running;
    this.start();
    await this.#running;
  }

  /** Waits for what is under way and leaves the rest. */
  async abandon(): Promise<void> {
    await this.#running;
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  async settled(): Promise<void> {
    await Promise.all([this.#running, this.#waiting?.promise]);
  }
}

interface Waiting {
  readonly promise: Promise<void>;
  resolve(): void;
}

function createWaiting(): Waiting {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}
