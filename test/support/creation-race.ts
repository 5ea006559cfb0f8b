import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../surfaces/mcp/mcp-client.ts';
import { composePlatform } from '../../src/compose.ts';
import { isJsonObject } from '../../src/kernel/json.ts';
import { TASK_STATUSES, type TaskRecord } from '../../src/kernel/tasks.ts';
import { startTestDaemon } from './http-daemon.ts';
import { startProgram } from './run-program.ts';

/** All doors through which tasks come, each as a process or a client of its own, at the same time. */
export async function raceDoors(folder: string, total: number, environment: Readonly<Record<string, string>> = {}) {
  Object.assign(process.env, environment);
  const isInFiles = environment['BATON_STORE'] === undefined;
  const each = Math.ceil(total / 8);
  const doors = ['new', 'new', 'delegate', 'delegate', 'message', isInFiles ? 'file' : 'message'];
  const daemon = await startTestDaemon(folder);
  const { call } = await connect(folder, '2025', ['mcp'], environment);
  const programs = doors.map(async (door, number) => {
    const program = startProgram('test/relay/tasks/programs/create-tasks.ts', [
      folder,
      door,
      String(number),
      String(each),
    ]);
    return await program.finished();
  });
  const overHttp = (async () => {
    for (let at = 0; at < each; at += 1) {
      const reply = await daemon.post('/v1/tasks', { title: `http task ${at}` });
      if (reply.status !== 201) throw new Error(reply.text);
    }
  })();
  const overMcp = (async () => {
    const parent = await daemon.post('/v1/tasks', { title: 'parent of mcp', agent: 'mcp-agent' });
    const { id } = (parent.data as { task: { id: string } }).task;
    const held = await call('baton_claim', { agent: 'mcp-agent', id });
    const run = held.data['run'];
    const run_id = isJsonObject(run) ? (run['runId'] ?? run['run_id']) : undefined;
    for (let at = 0; at < each; at += 1) {
      const title = `mcp task ${at}`;
      const made = await call('baton_delegate', {
        agent: 'mcp-agent',
        id,
        run_id,
        to: 'bob',
        title,
        acceptance_criteria: [`criterion of ${title}`],
      });
      if (made.isError) throw new Error(JSON.stringify(made.data));
    }
  })();
  await Promise.all([...programs, overHttp, overMcp]);
  return { each, doors, isInFiles };
}

/** Everything that is wrong with what came of it. */
export async function findRaceFaults(
  folder: string,
  { each, doors }: { readonly each: number; readonly doors: readonly string[] },
): Promise<readonly string[]> {
  const platform = await composePlatform({ folder, environment: { ...process.env, HOME: '/nonexistent' } });
  try {
    const store = await platform.tasks();
    const wanted = new Map<string, string | undefined>();
    for (const [number, door] of doors.entries())
      for (let at = 0; at < each; at += 1)
        wanted.set(
          `${door} ${number} task ${at}`,
          door === 'delegate' || door === 'message' ? `parent of ${number}` : undefined,
        );
    for (let at = 0; at < each; at += 1) {
      wanted.set(`http task ${at}`, undefined);
      wanted.set(`mcp task ${at}`, 'parent of mcp');
    }
    let tasks: readonly TaskRecord[] = [];
    // Texts that were dropped into the folder are taken over by the daemon.
    for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 200) {
      tasks = await store.list({ statuses: TASK_STATUSES });
      if (tasks.filter(({ title }) => wanted.has(title)).length >= wanted.size) break;
      await sleep(200);
    }
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const faults: string[] = [];
    for (const [title, parent] of wanted) {
      const found = tasks.filter((task) => task.title === title);
      if (found.length !== 1) faults.push(`${title}: ${found.length} tasks`);
      for (const task of found) {
        const its = task.parentId === undefined ? undefined : byId.get(task.parentId)?.title;
        if (its !== parent) faults.push(`${title}: child of ${its ?? 'nothing'}, not of ${parent ?? 'nothing'}`);
        if (parent === undefined) continue;
        const handoff: unknown = JSON.parse(
          (await store.readArtifact(task.id, 'inputs/handoff.json'))?.toString() ?? 'null',
        );
        const criteria = isJsonObject(handoff) ? JSON.stringify(handoff['acceptanceCriteria']) : 'none';
        if (criteria !== JSON.stringify([`criterion of ${title}`])) faults.push(`${title}: criteria ${criteria}`);
      }
    }
    const others = tasks.filter(({ title }) => !wanted.has(title) && !title.startsWith('parent of'));
    return [...faults, ...others.map(({ title }) => `${title}: nobody made it`)];
  } finally {
    await platform.close();
  }
}
