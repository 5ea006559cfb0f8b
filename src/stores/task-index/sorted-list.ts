/** Values in the order of their keys; each key once. */
export class SortedList<T> {
  readonly #keys: string[] = [];
  readonly #values: T[] = [];

  get size(): number {
    return this.#keys.length;
  }

  add(key: string, value: T): void {
    const at = this.#position(key);
    if (this.#keys[at] === key) {
      this.#values[at] = value;
      return;
    }
    this.#keys.splice(at, 0, key);
    this.#values.splice(at, 0, value);
  }

  delete(key: string): void {
    const at = this.#position(key);
    if (this.#keys[at] !== key) return;
    this.#keys.splice(at, 1);
    this.#values.splice(at, 1);
  }

  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** The first key after `key`. */
  keyAfter(key: string): string | undefined {
    const at = this.#position(key);
    return this.#keys[this.#keys[at] === key ? at + 1 : at];
  }

  valueAt(index: number): T | undefined {
    return this.#values[index];
  }

  first(count: number): readonly T[] {
    return this.#values.slice(0, count);
  }

  /** Values whose key is not after `key`. */
  upTo(key: string): readonly T[] {
    const at = this.#position(key);
    return this.#values.slice(0, this.#keys[at] === key ? at + 1 : at);
  }

  #position(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The values of several lists, by their keys. */
export function* mergeInOrder(lists: Iterable<SortedList<string>>): Generator<string> {
  const heads = [...lists].map((list) => ({ list, at: 0 }));
  for (;;) {
    let best: { list: SortedList<string>; at: number } | undefined;
    for (const head of heads) {
      const key = head.list.keyAt(head.at);
      if (key === undefined) continue;
      if (best === undefined || key < (best.list.keyAt(best.at) ?? '')) best = head;
    }
    if (best === undefined) return;
    const value = best.list.valueAt(best.at);
    best.at += 1;
    if (value !== undefined) yield value;
  }
}
