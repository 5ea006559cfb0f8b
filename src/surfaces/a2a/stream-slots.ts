import { UnsupportedOperationError } from '@a2a-js/sdk/errors';

const MAX_STREAMS = 256;

/** How many callers are told what happens: each of them costs a look at the event log several times a second. */
export class StreamSlots {
  #used = 0;

  async *hold<T>(events: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    if (this.#used >= MAX_STREAMS)
      throw new UnsupportedOperationError(`${MAX_STREAMS} callers are following tasks already: ask again later`);
    this.#used += 1;
    try {
      yield* events;
    } finally {
      this.#used -= 1;
    }
  }
}
