import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { DAEMON_LOCK } from '../tasks/index.ts';

/** Anyone who works on tasks, on any machine, would continue with the old ones after a move. */
export async function assertUnused(platform: Pick<Platform, 'clock' | 'project' | 'tasks'>): Promise<void> {
  await assertNoDaemon(platform);
  const store = await platform.tasks();
  const leader = await store.fleet?.findLeader();
  if (leader !== undefined)
    throw new BatonError('STORE_IN_USE', `a daemon works on the same database, connected from ${leader}`, {
      from: leader,
    });
  const now = platform.clock.now();
  const { running } = await store.survey({ now, perRoute: 1 });
  const leased = running.find(({ entry }) => Date.parse(entry.task.lease?.expiresAt ?? '') > now)?.entry.task;
  if (leased === undefined) return;
  const { id, lease } = leased;
  throw new BatonError('STORE_IN_USE', `${lease?.agent} works on ${id} until ${lease?.expiresAt}`, { id });
}

/** On this data dir. */
export async function assertNoDaemon(platform: Pick<Platform, 'project'>): Promise<void> {
  const daemon = await platform.project.locks.inspect(DAEMON_LOCK);
  if (daemon === undefined) return;
  const { pid, host } = daemon;
  throw new BatonError('STORE_IN_USE', `a daemon works on ${platform.project.dataDir} (process ${pid} on ${host})`, {
    pid,
    host,
  });
}
