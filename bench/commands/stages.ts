import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { composePlatform } from '../../src/compose.ts';
import type { ClosablePlatform } from '../../src/kernel/ports/index.ts';
import { lockRegistry } from '../../src/relay/govern/index.ts';
import { init } from '../../src/relay/project/index.ts';
import { claim, newTask } from '../../src/relay/tasks/index.ts';
import { approveAll } from '../../test/support/approve-all.ts';
import { FIXTURE_PROJECTS } from '../../test/support/fixture-projects.ts';
import { fillDataDir } from '../task-plane/fill-data-dir.ts';

export const BATON = resolve('dist/cli/baton.cjs');
export const AGENT = 'bench';
export const ENGINEER = 'domain-02-engineering';
export const TESTER = 'domain-03-quality';

/** A data dir with many tasks, some of them held by the agent. */
export interface TaskStage {
  readonly folder: string;
  /** Held by the agent, one per report. */
  readonly held: { readonly id: string; readonly run: string }[];
  /** Held by the agent, and never reported. */
  readonly kept: { readonly id: string; readonly run: string };
  readonly open: string[];
}

/** `uses` is how often a command that uses a task up is measured. */
export async function openTaskStage(folder: string, count: number, uses: number): Promise<TaskStage> {
  mkdirSync(folder, { recursive: true });
  const platform = await fillDataDir(folder, count);
  const held = await takeMany(platform, uses);
  const [kept = { id: '', run: '' }] = await takeMany(platform, 1);
  const open: string[] = [];
  for (let n = 0; n < uses; n++) open.push(await makeTask(platform, `open ${n}`));
  await platform.close();
  execFileSync(process.execPath, [BATON, 'init', '--quiet'], { cwd: folder, stdio: 'ignore' });
  return { folder, held, kept, open };
}

/** The demo's project with its team: every delegation is governed. `held` are tasks of its engineer. */
export async function openGovernedStage(folder: string, uses: number): Promise<Omit<TaskStage, 'kept' | 'open'>> {
  cpSync(resolve('demo/project'), folder, { recursive: true });
  writeFileSync(join(folder, 'baton.config.json'), JSON.stringify({ governance: 'required' }));
  const open = async (): Promise<ClosablePlatform> => await composePlatform({ folder, environment: process.env });
  await approveAll(await open());
  const platform = await open();
  await lockRegistry(platform, { by: 'bench', reason: 'the first lock' });
  await init(platform, { git: false, agentsMd: false });
  const held = await takeMany(platform, uses, ENGINEER);
  await platform.close();
  await platform.audit.close();
  return { folder, held };
}

async function takeMany(
  platform: ClosablePlatform,
  count: number,
  agent = AGENT,
): Promise<{ id: string; run: string }[]> {
  const taken = [];
  for (let n = 0; n < count; n++) {
    const id = await makeTask(platform, `held ${n}`);
    const entry = await claim(platform, { agent, id, ttlMs: 3_600_000 });
    taken.push({ id, run: entry?.run?.runId ?? '' });
  }
  return taken;
}

const makeTask = async (platform: ClosablePlatform, title: string): Promise<string> =>
  (await newTask(platform, { title, by: 'bench' })).task.id;

/** A repository with a commit and a handoff of some length, as a session finds it. */
export function openProject(folder: string, env: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, ...args: readonly string[]): void =>
    void execFileSync(command, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } });
  run('git', 'init', '--quiet');
  run('git', 'config', 'user.name', 'Ada');
  run('git', 'config', 'user.email', 'ada@example.org');
  run(process.execPath, BATON, 'init', '--quiet');
  for (const [name, text] of Object.entries(FIXTURE_PROJECTS[1]?.files ?? {}))
    writeFileSync(join(folder, '.ai/handoff', name), text);
  run(process.execPath, BATON, 'begin', '--agent', AGENT);
  run(process.execPath, BATON, 'close', '--no-commit', '--context', 'x');
  run('git', 'add', '.');
  run('git', 'commit', '--quiet', '--message', 'all');
  return folder;
}

/** A hundred tasks in the files of each peer. */
export function fillPeers(folder: string): { readonly backlog: string; readonly taskMaster: string } {
  const ids = Array.from({ length: 100 }, (_, n) => n + 1);
  const backlog = join(folder, 'backlog-md');
  mkdirSync(join(backlog, 'backlog', 'tasks'), { recursive: true });
  execFileSync('git', ['init', '--quiet', backlog]);
  writeFileSync(join(backlog, 'backlog', 'config.yml'), BACKLOG_CONFIG);
  for (const id of ids) {
    const head = `id: task-${id}\ntitle: Task ${id}\nstatus: To Do\nassignee: []\ncreated_date: '2026-01-01'\nlabels: []\ndependencies: []`;
    writeFileSync(
      join(backlog, 'backlog', 'tasks', `task-${id} - Task-${id}.md`),
      `---\n${head}\n---\n\n## Description\n`,
    );
  }
  const taskMaster = join(folder, 'task-master');
  mkdirSync(join(taskMaster, '.taskmaster', 'tasks'), { recursive: true });
  const plain = { description: 'x', details: '', testStrategy: '', priority: 'medium', status: 'pending' };
  const tasks = ids.map((id) => ({ id, title: `Task ${id}`, ...plain, dependencies: [], subtasks: [] }));
  const metadata = { created: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z', description: 'x' };
  writeFileSync(
    join(taskMaster, '.taskmaster', 'tasks', 'tasks.json'),
    JSON.stringify({ master: { tasks, metadata } }),
  );
  return { backlog, taskMaster };
}

const BACKLOG_CONFIG = `project_name: "bench"
default_status: "To Do"
statuses: ["To Do", "In Progress", "Done"]
labels: []
date_format: yyyy-mm-dd
remote_operations: false
auto_commit: false
check_active_branches: false
`;
