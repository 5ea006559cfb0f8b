import type { Host } from './address.ts';
import type { Connection } from './dial.ts';
import { isAnswer } from './failures.ts';

export interface HostProbeDeps {
  /** Not connected yet; its attempt has a time limit. */
  create(host: Host): Connection;
  end(connection: Connection): Promise<void>;
}

/** Asks servers whether they answer at all, however many want to know at the same moment. */
export class HostProbe {
  readonly #deps: HostProbeDeps;
  readonly #asked = new Map<Host, Promise<boolean>>();

  constructor(deps: HostProbeDeps) {
    this.#deps = deps;
  }

  async answers(host: Host): Promise<boolean> {
    const asked = this.#asked.get(host) ?? this.#ask(host).finally(() => this.#asked.delete(host));
    this.#asked.set(host, asked);
    return await asked;
  }

  async #ask(host: Host): Promise<boolean> {
    const connection = this.#deps.create(host);
    try {
      await connection.connect();
      return true;
    } catch (error) {
      return isAnswer(error);
    } finally {
      void this.#deps.end(connection);
    }
  }
}
