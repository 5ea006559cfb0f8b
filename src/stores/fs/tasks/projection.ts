import type { ArtifactWrite, PlaneEvent, TaskEntry } from '../../../kernel/index.ts';
import type { ChangeLine, LinePut, TaskPlace } from './task-line.ts';

/** What has to be true of the files after some lines: the last word on each task, everything else in its order. */
export interface Projection {
  readonly tasks: readonly TaskProjection[];
  readonly artifacts: readonly ArtifactWrite[];
  readonly events: readonly PlaneEvent[];
}

export interface TaskProjection {
  readonly put: LinePut;
  /** Everywhere it stood before, oldest first. */
  readonly origins: readonly TaskPlace[];
  readonly strays: readonly TaskPlace[];
  /** Its runs in the order they were written. */
  readonly entries: readonly TaskEntry[];
}

export function planProjection(lines: readonly ChangeLine[]): Projection {
  const tasks = new Map<string, TaskProjection>();
  for (const put of lines.flatMap((line) => line.puts)) {
    const { id } = put.entry.task;
    const formerId = put.from?.id ?? id;
    const earlier = tasks.get(formerId);
    tasks.delete(formerId);
    tasks.set(id, {
      put,
      origins: [...(earlier?.origins ?? []), ...(put.from === undefined ? [] : [put.from])],
      strays: [...(earlier?.strays ?? []), ...(put.strays ?? [])],
      entries: [...(earlier?.entries ?? []), put.entry],
    });
  }
  return {
    tasks: [...tasks.values()],
    artifacts: lines.flatMap((line) => line.artifacts),
    events: lines.flatMap((line) => line.events),
  };
}
