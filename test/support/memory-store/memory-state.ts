import type { EarlierRun } from '../../../src/kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry } from '../../../src/kernel/tasks.ts';
import { TaskIndex } from '../../../src/stores/task-index/index.ts';

/** Everything a store in memory holds. */
export interface MemoryState {
  readonly index: TaskIndex;
  readonly entries: Map<string, TaskEntry>;
  readonly texts: Map<string, string>;
  readonly artifacts: Map<string, Map<string, Buffer>>;
  /** By task, then by attempt. */
  readonly earlier: Map<string, Map<number, EarlierRun>>;
  readonly events: PlaneEvent[];
  /** What was taken in as a whole. */
  readonly marks: Set<string>;
}

export const createMemoryState = (): MemoryState => ({
  index: new TaskIndex(),
  entries: new Map(),
  texts: new Map(),
  artifacts: new Map(),
  earlier: new Map(),
  events: [],
  marks: new Set(),
});

/** The map of one task, made where it is missing. */
export function mapOf<K, V>(maps: Map<string, Map<K, V>>, id: string): Map<K, V> {
  const map = maps.get(id) ?? new Map<K, V>();
  maps.set(id, map);
  return map;
}
