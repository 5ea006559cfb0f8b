/** Far more than can be on their way at one time; a message that comes later is judged by the state of its task. */
export const KEPT_KEYS = 20_000;

/** Keys of messages that were applied, the latest of them. */
export class RecentKeys {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= KEPT_KEYS) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  all(): readonly string[] {
    return [...this.#keys];
  }
}
