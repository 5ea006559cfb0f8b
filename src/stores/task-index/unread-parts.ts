/** A part of a snapshot that nobody has asked about yet: most commands ask about one task. */
export interface UnreadPart {
  /** True if it may hold this task; true for nothing costs only time. */
  has(id: string): boolean;
  hasChildOf(id: string): boolean;
  restore(): void;
}

/** Restores parts when they are first needed, each once. */
export class UnreadParts {
  #parts: UnreadPart[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add(part: UnreadPart): void {
    this.#parts.push(part);
  }

  read(isNeeded: (part: UnreadPart) => boolean = () => true): void {
    if (this.isEmpty) return;
    const needed = this.#parts.filter(isNeeded);
    if (needed.length === 0) return;
    // Restoring one may ask for others: it must not be found here again.
    this.#parts = this.#parts.filter((part) => !needed.includes(part));
    for (const part of needed) part.restore();
  }
}
