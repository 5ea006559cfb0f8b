import type { ArtifactWrite } from '../../../kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry } from '../../../kernel/tasks.ts';
import type { ChangeLine, LinePut, TaskPlace } from './task-line.ts';

/** What has to be true of the files after some lines: the last word on each task, everything else in its order. */
export interface Projection {
  readonly tasks: readonly TaskProjection[];
  readonly artifacts: readonly ArtifactWrite[];
  readonly events: readonly PlaneEvent[];
}

export interface TaskProjection {
  readonly put: LinePut;
  /** Everywhere it was before, each place once, oldest first. */
  readonly origins: readonly TaskName[];
  /** Hashes of all its texts in these lines: a file with one of them is Baton's own. */
  readonly shas: ReadonlySet<string>;
  readonly strays: readonly TaskPlace[];
  /** Its runs in their order, each as it was left. */
  readonly entries: readonly TaskEntry[];
}

type TaskName = Pick<TaskPlace, 'id' | 'status'>;

/** What is gathered about a task while the lines are read. */
interface Gathered {
  put: LinePut;
  readonly origins: Map<string, TaskName>;
  readonly shas: Set<string>;
  readonly strays: TaskPlace[];
  readonly entries: Map<string | undefined, TaskEntry>;
}

export function planProjection(lines: readonly ChangeLine[]): Projection {
  const tasks = new Map<string, Gathered>();
  for (const { puts } of lines) {
    for (const put of puts) {
      const { id } = put.entry.task;
      const formerId = put.from?.id ?? id;
      const task = tasks.get(formerId) ?? gatherNothing(put);
      if (formerId !== id) tasks.delete(formerId);
      tasks.set(id, task);
      addPut(task, put);
    }
  }
  return {
    tasks: Array.from(tasks.values(), ({ put, origins, shas, strays, entries }) => ({
      put,
      origins: [...origins.values()],
      shas,
      strays,
      entries: [...entries.values()],
    })),
    artifacts: lines.flatMap((line) => line.artifacts),
    events: lines.flatMap((line) => line.events),
  };
}

const gatherNothing = (put: LinePut): Gathered => ({
  put,
  origins: new Map(),
  shas: new Set(),
  strays: [],
  entries: new Map(),
});

function addPut(task: Gathered, put: LinePut): void {
  const { entry, from, strays = [] } = put;
  task.put = put;
  task.shas.add(put.sha);
  if (from !== undefined) {
    task.origins.set(`${from.status}/${from.id}`, { id: from.id, status: from.status });
    task.shas.add(from.sha);
  }
  task.strays.push(...strays);
  task.entries.set(entry.run?.runId, entry);
}
