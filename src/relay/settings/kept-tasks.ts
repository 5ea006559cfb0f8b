import type { TaskStore } from '../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';

type Announce = (event: PlaneEvent) => void;

interface Kept {
  readonly place: string;
  readonly store: TaskStore;
  users: number;
}

/** The task store of a server, kept from call to call: to open one, the whole journal is read. */
export class KeptTasks {
  #current: Kept | undefined;
  readonly #inUse = new Map<TaskStore, Kept>();
  #announce: Announce = () => {};
  #opening: Promise<unknown> = Promise.resolve();

  /** The store that is kept of this place, or a new one. What it has to tell goes to the call that came last. */
  use(place: string, announce: Announce, open: (announce: Announce) => Promise<TaskStore>): Promise<TaskStore> {
    this.#announce = announce;
    const used = this.#opening.then(async () => {
      if (this.#current?.place !== place) {
        await this.drop();
        this.#current = { place, store: await open((event) => this.#announce(event)), users: 0 };
      }
      const kept = this.#current;
      kept.users += 1;
      this.#inUse.set(kept.store, kept);
      return kept.store;
    });
    this.#opening = used.catch(() => undefined);
    return used;
  }

  /** At the end of a call: what closing would do, but the store stays open unless it was dropped. */
  async release(store: TaskStore): Promise<void> {
    const kept = this.#inUse.get(store);
    if (kept === undefined) return await store.close();
    try {
      await store.rest?.();
    } finally {
      kept.users -= 1;
      if (kept.users === 0) this.#inUse.delete(store);
    }
    if (kept.users === 0 && kept !== this.#current) await store.close();
  }

  /** The next call opens a new one: after a failure this one may refuse what a new one would do. */
  async drop(): Promise<void> {
    const kept = this.#current;
    this.#current = undefined;
    if (kept !== undefined && kept.users === 0) await kept.store.close();
  }
}
