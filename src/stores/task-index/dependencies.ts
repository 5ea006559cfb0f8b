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
  /** True if it may hold a task that was handed on from this one. */
  hasChildOf(id: string): boolean;
  /** True if it may hold a task that carries this trace. */
  hasTrace(traceId: string): boolean;
  /** True if it may hold a live task. */
  readonly isLive: boolean;
  restore(): void;
}

/** A trace, and what is known to belong to it. */
export interface TraceQuery {
  readonly traceId: string;
  readonly found: ReadonlySet<string>;
}

/** True if the part may hold a task that carries the trace or was handed on from one that was found. */
export const isAround = (part: UnreadPart, { traceId, found }: TraceQuery): boolean =>
  part.has(traceId) || part.hasTrace(traceId) || [...found].some((id) => part.hasChildOf(id));

/** So many ids may be searched for without success before everything is read. */
const MAX_MISSED = 16;

/** Restores parts when they are first needed, each once. */
export class UnreadParts {
  #parts: UnreadPart[] = [];
  /** Ids that were searched for and that no part has. */
  #missed = 0;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add(part: UnreadPart): void {
    this.#parts.push(part);
  }

  readOf(id: string): void {
    const before = this.#parts;
    this.read((part) => part.has(id));
    // Each search goes through all that is left: soon it is less work to read it.
    if (this.#parts === before && ++this.#missed > MAX_MISSED) this.read();
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
