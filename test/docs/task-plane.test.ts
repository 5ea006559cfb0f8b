import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TASK_STATUSES } from '../../src/kernel/tasks.ts';
import { runBaton, runForData, type RunOptions } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const PAGE = readFileSync('docs/task-plane.md', 'utf8');
const blocksOf = (language: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, text = '']) => text);

/** The commands of the page that holds them, each as its words. */
const [FIRST = [], SERVED = [], HANDED = []] = blocksOf('bash').map((block) =>
  block
    .trim()
    .split('\n')
    .map((line) => Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? '').slice(1)),
);

const PAGE_CHILD = 'TASK-2026-02-09-060';

interface Answer {
  readonly task: { readonly id: string; readonly status: string };
  readonly run: { readonly runId: string };
  readonly tasks: readonly { readonly id: string; readonly status: string }[];
}

const dataOf = async (args: readonly string[], options: RunOptions): Promise<Answer> =>
  (await runForData(args, options)) as Answer;

/** With the ids of this run in the place of those the page shows. */
const withIds = (args: readonly string[], ids: Readonly<Record<string, string>>): string[] =>
  args.map((arg) => ids[arg] ?? arg);

async function newHeld(cwd: string, agent: string): Promise<{ readonly id: string; readonly runId: string }> {
  await dataOf(['task', 'new', 'Parent'], { cwd });
  const { task, run } = await dataOf(['claim', '--agent', agent], { cwd });
  return { id: task.id, runId: run.runId };
}

verifies('SUR-043', 'the five minutes of the page on the task plane run as they stand there', async () => {
  const cwd = await tempFolder();
  expect(FIRST.map(([name]) => name)).toEqual(['task', 'claim', 'complete', 'task']);
  for (const args of FIRST) expect((await runBaton(args, { cwd })).code).toBe(0);
  const { tasks } = await dataOf(['task', 'list', '--all'], { cwd });
  expect(tasks.map(({ id, status }) => [id.slice(-4), status])).toEqual([['-001', 'done']]);
});

verifies('SUR-063', 'the page on the task plane explains every status of a task once, at its top', () => {
  const [top = ''] = PAGE.split('\n## ');
  expect(Array.from(top.matchAll(/^\| `([a-z-]+)` \|/gm), ([, status]) => status).toSorted()).toEqual(
    [...TASK_STATUSES].toSorted(),
  );
});

verifies('SUR-043', 'an agent that Baton starts needs no ids: they come from its environment', async () => {
  const cwd = await tempFolder();
  const { id, runId } = await newHeld(cwd, 'ada');
  const env = { BATON_TASK_ID: id, BATON_RUN_ID: runId, BATON_AGENT: 'ada' };
  expect((await runBaton(['heartbeat'], { cwd, env })).code).toBe(0);
  expect((await dataOf(['complete', '--notes', 'done'], { cwd, env })).task.status).toBe('done');
});

verifies('SUR-043', 'agents are added and served as the page says', async () => {
  const cwd = await tempFolder();
  // A machine without the agent's program: what is started there is not what this is about.
  const env = { PATH: '/nonexistent' };
  const [add = [], create = [], serve = []] = SERVED;
  await dataOf(add, { cwd, env });
  const { task } = await dataOf(create, { cwd, env });
  expect(serve).toEqual(['serve']);
  const { code, stderr } = await runBaton([...serve, '--poll', '50', '--port', '0'], { cwd, env, limitMs: 5_000 });
  expect({ code, stderr }).toEqual({ code: null, stderr: expect.not.stringContaining('error') });
  const { tasks } = await dataOf(['task', 'list', '--all'], { cwd });
  expect(tasks.map(({ id, status }) => [id, status])).toEqual([[task.id, 'deadletter']]);
});

verifies('SUR-043', 'work is handed on, taken and refused as the page says', async () => {
  const cwd = await tempFolder();
  const { id, runId } = await newHeld(cwd, 'swe-backend');
  const env = { BATON_TASK_ID: id, BATON_RUN_ID: runId, BATON_AGENT: 'swe-backend' };
  const [delegate = [], ...answers] = HANDED;
  expect(answers.map(([name]) => name)).toEqual(['accept', 'reject']);
  const known = new Set([id]);
  for (const answer of answers) {
    expect((await runBaton(delegate, { cwd, env })).code).toBe(0);
    const { tasks } = await dataOf(['task', 'list', '--all'], { cwd });
    const child = tasks.find((task) => !known.has(task.id))?.id ?? '';
    known.add(child);
    expect((await runBaton(withIds(answer, { [PAGE_CHILD]: child }), { cwd })).code).toBe(0);
  }
});

test('the envelope of the page is a message that is understood', async () => {
  const cwd = await tempFolder();
  const { id, runId } = await newHeld(cwd, 'swe-backend');
  const [envelope = ''] = blocksOf('json');
  const sent = JSON.parse(envelope) as Record<string, unknown>;
  const message = { ...sent, taskId: id, runId, sentAt: new Date().toISOString() };
  const { code, stdout } = await runBaton(['send', '-', '--json'], { cwd, input: JSON.stringify(message) });
  expect({ code, data: (JSON.parse(stdout) as { data: unknown }).data }).toEqual({
    code: 0,
    data: expect.objectContaining({ routed: true, type: 'completion.report' }),
  });
});

test('the names the page imports are there', async () => {
  const [code = ''] = blocksOf('ts');
  const modules = { 'agent-baton': '../../src/index.ts', 'agent-baton/tasks': '../../src/api/tasks.ts' };
  for (const [, names = '', from = ''] of code.matchAll(/import \{ ([^}]*) \} from '([^']*)'/g)) {
    const loaded = (await import(modules[from as keyof typeof modules])) as Record<string, unknown>;
    for (const name of names.split(', ')) expect(loaded).toHaveProperty(name);
  }
});
