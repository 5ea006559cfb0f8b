import { given, whenGiven } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { readAgents } from '../tasks/index.ts';
import { findQuantile, type Activity, type ActivityReader } from './activity.ts';
import { toTaskCard } from './task-page.ts';
import type { AgentView } from './types.ts';

interface Row {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly executor: string;
  readonly slots: number;
}

/** Who is at work, with which slots, and how it went so far: the agents that are registered, and those that held a task. */
export async function viewAgents(
  platform: Pick<Platform, 'files' | 'project' | 'tasks'>,
  activity: ActivityReader,
): Promise<readonly AgentView[]> {
  const { agents } = await readAgents(platform);
  const whole = await activity.read(platform);
  const live = await (await platform.tasks()).list({ statuses: ['ready', 'in-progress'] });
  const rows = new Map<string, Row>(
    agents.map(({ id, role, team, executor, concurrency }) => [
      id,
      {
        id,
        ...given({ role, team }),
        executor,
        slots: concurrency,
      },
    ]),
  );
  const holders = live.flatMap(({ lease }) => lease?.agent ?? []);
  for (const id of [...whole.lastSeen.keys(), ...holders])
    if (!rows.has(id)) rows.set(id, { id, executor: 'pull', slots: 0 });
  return [...rows.values()].map((row) => toView(row, live, whole)).toSorted(byWork);
}

const byWork = (a: AgentView, b: AgentView): number =>
  b.running.length - a.running.length || (b.lastSeen ?? '').localeCompare(a.lastSeen ?? '') || (a.id < b.id ? -1 : 1);

function toView(row: Row, live: readonly TaskRecord[], { finishes, failures, lastSeen }: Activity): AgentView {
  const own = finishes.filter(({ agent }) => agent === row.id);
  const medianMs = findQuantile(
    own.flatMap(({ workMs }) => workMs ?? []),
    0.5,
  );
  const seen = lastSeen.get(row.id);
  return {
    ...row,
    running: live.filter(({ lease }) => lease?.agent === row.id).map((task) => toTaskCard(task)),
    waiting: live.filter(({ status, routing }) => status === 'ready' && routing.agent === row.id).length,
    done: own.length,
    failed: failures.filter(({ agent }) => agent === row.id).length,
    ...given({ medianMs, lastSeen: whenGiven(seen, renderIsoTime) }),
  };
}
