/** The order in which parts of this process get at one lock: first come, first served, without touching the disk. */
export class LockTurns {
  #current: string | undefined;
  readonly #waiting: Waiter[] = [];

  /** Who has the turn. */
  get owner(): string | undefined {
    return this.#current;
  }

  /** Undefined when the turn did not come in time. */
  enter(owner: string, waitMs: number): Promise<Turn | undefined> {
    if (this.#current === undefined) return Promise.resolve(this.#give(owner));
    if (waitMs <= 0) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          resolve(undefined);
        },
        Math.min(waitMs, LONGEST_TIMER_MS),
      );
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer);
          resolve(this.#give(owner));
        },
      };
      this.#waiting.push(waiter);
    });
  }

  #give(owner: string): Turn {
    this.#current = owner;
    let mine = true;
    return {
      leave: () => {
        if (!mine) return;
        mine = false;
        this.#current = undefined;
        this.#waiting.shift()?.admit();
      },
    };
  }
}

/** A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Turn {
  leave(): void;
}

interface Waiter {
  admit(): void;
}
