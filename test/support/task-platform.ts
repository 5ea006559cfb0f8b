import { composePlatform } from '../../src/compose.ts';
import type { Settings } from '../../src/kernel/config/index.ts';
import type { Executor, Project, TaskStore, Platform } from '../../src/kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry, TaskStatus } from '../../src/kernel/tasks.ts';
import { taskCodec } from '../../src/protocols/tasks/index.ts';
import { claim, newTask, routeEvent } from '../../src/relay/tasks/index.ts';
import { createMemoryTaskStore } from './memory-store/index.ts';
import { createTestClock } from '../contract/task-store.ts';
import { createSeededRandom } from './task-stores.ts';
import { tempFolder } from './temp-folder.ts';

export interface TaskBench {
  readonly platform: Platform;
  readonly store: TaskStore;
  readonly clock: { time: number; now(): number };
  /** A new task that `agent` holds. */
  held(agent?: string, more?: Partial<Parameters<typeof newTask>[1]>): Promise<TaskEntry>;
  status(id: string): Promise<TaskStatus | undefined>;
  events(type?: string): Promise<PlaneEvent[]>;
  /** Routes a message; what is not given is filled in. */
  send(message: Record<string, unknown>): ReturnType<typeof routeEvent>;
}

/** Settings are read when they are asked for, so the project is wrapped, not copied. */
const withSettings = (project: Project, values: Partial<Settings>): Project => ({
  ...project,
  settings: { ...project.settings, values: { ...project.settings.values, ...values } },
});

/** The relay on a store in memory, a clock that stands still, and executors a test gives. */
export async function createTaskBench(
  settings: Partial<Settings> = {},
  executors: Record<string, Executor> = {},
): Promise<TaskBench> {
  const clock = createTestClock();
  const composed = await composePlatform({
    folder: await tempFolder(),
    environment: { HOME: '/nonexistent', XDG_STATE_HOME: process.env['XDG_STATE_HOME'] },
  });
  const store = createMemoryTaskStore({ clock, random: createSeededRandom(1), codec: taskCodec });
  const platform: Platform = {
    ...composed,
    clock,
    project: withSettings(composed.project, settings),
    random: createSeededRandom(2),
    tasks: async () => store,
    executors: new Map(Object.entries(executors)),
  };
  const events = async (type?: string): Promise<PlaneEvent[]> => {
    const found: PlaneEvent[] = [];
    for await (const event of store.readEvents()) if (type === undefined || event.type === type) found.push(event);
    return found;
  };
  return {
    platform,
    store,
    clock,
    events,
    async held(agent = 'swe-backend', more = {}) {
      const { task } = await newTask(platform, { title: 'Build it', by: 'operator', ...more });
      const entry = await claim(platform, { id: task.id, agent });
      if (entry === undefined) throw new Error('nothing to claim');
      return entry;
    },
    status: async (id) => (await store.find(id))?.task.status,
    send: async (message) =>
      await routeEvent(platform, {
        protocol: 'aof',
        version: 1,
        fromAgent: 'swe-backend',
        toAgent: 'baton',
        sentAt: new Date(clock.time).toISOString(),
        payload: {},
        ...message,
      }),
  };
}
