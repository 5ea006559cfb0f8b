import type { EndedDependency } from '../../kernel/ports/index.ts';
import type { TaskRecord, TaskStatus } from '../../kernel/tasks.ts';

const NONE: readonly string[] = [];

/** Who waits for whom. */
export class Dependencies {
  readonly #dependents = new Map<string, Set<string>>();
  readonly #statusOf: (id: string) => TaskStatus | undefined;

  constructor(statusOf: (id: string) => TaskStatus | undefined) {
    this.#statusOf = statusOf;
  }

  add(id: string, dependsOn: readonly string[]): void {
    for (const dependency of dependsOn) {
      const set = this.#dependents.get(dependency) ?? new Set<string>();
      this.#dependents.set(dependency, set);
      set.add(id);
    }
  }

  remove(id: string, dependsOn: readonly string[]): void {
    for (const dependency of dependsOn) {
      const set = this.#dependents.get(dependency);
      if (set?.delete(id) === true && set.size === 0) this.#dependents.delete(dependency);
    }
  }

  dependentsOf(id: string): readonly string[] {
    const dependents = this.#dependents.get(id);
    return dependents === undefined ? NONE : [...dependents];
  }

  isFree(task: TaskRecord): boolean {
    return task.dependsOn.every((id) => this.#statusOf(id) === 'done' || task.metadata.skipped?.includes(id) === true);
  }

  /** Dependencies that will not become done by themselves. */
  endedOf(task: TaskRecord): readonly EndedDependency[] {
    return task.dependsOn.flatMap((id) => {
      if (task.metadata.skipped?.includes(id) === true) return [];
      const status = this.#statusOf(id) ?? 'missing';
      return status === 'cancelled' || status === 'deadletter' || status === 'missing' ? [{ id, status }] : [];
    });
  }
}

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
