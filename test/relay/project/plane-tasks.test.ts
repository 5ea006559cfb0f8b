import { expect, test } from 'vitest';
import { showTasks, type PlaneTask } from '../../../src/protocols/project/actions/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

async function newTask(project: TestProject, title: string): Promise<string> {
  const id = /TASK-\d{4}-\d\d-\d\d-\d+/.exec(JSON.stringify(await project.data(['task', 'new', title])))?.[0];
  if (id === undefined) throw new Error('no id');
  return id;
}

const rows = async (project: TestProject, list: string) =>
  (await project.data(['next']))[list] as { id: string | null; title: string }[];

verifies(
  'PRJ-120',
  'tasks of the task plane stand among the next actions by their id, until they are done',
  async () => {
    const project = await testProject();
    await project.data(['begin', '--agent', 'ada']);
    await project.data(['next', 'add', 'Write the guide']);
    const first = await newTask(project, 'Fix the parser');
    const second = await newTask(project, 'Ask for the key');
    await project.data(['task', 'move', first, 'ready']);
    await project.data(['task', 'move', second, 'ready']);
    await project.data(['task', 'move', second, 'blocked', '--reason', 'the owner is away']);
    const before = project.file('NEXT_ACTIONS.md');
    expect(await rows(project, 'active')).toEqual([
      { id: null, title: 'Write the guide' },
      { id: first, title: 'Fix the parser' },
    ]);
    expect((await rows(project, 'blocked')).map(({ id }) => id)).toEqual([second]);
    expect(project.file('NEXT_ACTIONS.md')).toBe(before);
    await project.data(['close', '--context', 'One.']);
    expect(project.file('NEXT_ACTIONS.md')).toContain(`- [ ] ${first} Fix the parser\n`);
    expect(project.file('NEXT_ACTIONS.md')).toContain(`- [ ] ${second} Ask for the key (blocked: the owner is away)\n`);

    await project.data(['begin', '--agent', 'ada']);
    await project.data(['task', 'move', first, 'cancelled', '--reason', 'not wanted']);
    await project.data(['close', '--context', 'Two.']);
    expect(project.file('NEXT_ACTIONS.md')).toMatch(
      new RegExp(`## Recently Completed\n\n- \\[x\\] ${first} Fix the parser`),
    );
    expect(project.file('NEXT_ACTIONS.md').split(second)).toHaveLength(2);

    await project.data(['begin', '--agent', 'ada']);
    const third = await newTask(project, 'Draw the logo');
    await project.data(['task', 'move', third, 'ready']);
    await project.data(['next', 'add', 'Deploy', '--priority', 'high']);
    await project.data(['close', '--context', 'Three.']);
    const drawn = project.file('NEXT_ACTIONS.md');
    expect(drawn).toMatch(/- \[ \] T-\d{3} Deploy \(high\)\n/);
    expect(drawn).toContain(`- [ ] ${third} Draw the logo\n`);
    expect(drawn.split(second)).toHaveLength(2);
  },
);

test('a task that is listed but not written down yet is not ended by `next`, which says how it is', async () => {
  const project = await testProject();
  await project.data(['begin', '--agent', 'ada']);
  await project.data(['next', 'add', 'Write the guide']);
  const id = await newTask(project, 'Fix the parser');
  await project.data(['task', 'move', id, 'ready']);
  const before = project.file('NEXT_ACTIONS.md');
  for (const [item, action, move] of [
    [id, 'done', 'done'],
    ['2', 'done', 'done'],
    ['the parser', 'block', 'blocked --reason TEXT'],
  ] as const) {
    const { code, stdout } = await project.baton(['next', action, item, '--reason', 'because', '--json']);
    expect([code, (JSON.parse(stdout) as { error: object }).error]).toEqual([
      4,
      {
        code: 'ACTION_NOT_FOUND',
        message: `${id} is a task of the task plane, and NEXT_ACTIONS.md does not name it yet`,
        hint: `run baton task move ${id} ${move}: the list follows the task`,
      },
    ]);
  }
  expect(project.file('NEXT_ACTIONS.md')).toBe(before);
  await project.data(['next', 'done', '1']);
});

verifies('PRJ-120', 'tasks take only the room that is left, and an item that names one is left alone', () => {
  const task = (number: number, more: Partial<PlaneTask> = {}): PlaneTask => ({
    id: `TASK-2026-01-01-${number}`,
    title: `Task\n${number}`,
    state: 'open',
    ...more,
  });
  const full = `# Next actions\n\n## Active\n\n${[1, 2, 3, 4].map((each) => `- [ ] Item ${each}\n`).join('')}`;
  const text = showTasks(full, [task(100), task(101)], '2026-01-02');
  expect(text).toBe(`${full}- [ ] TASK-2026-01-01-100 Task 100\n`);
  expect(showTasks(text, [task(100)], '2026-01-02')).toBe(text);
  const named = '## Active\n\n- [ ] Review TASK-2026-01-01-1001 soon\n';
  expect(showTasks(named, [task(1001)], '2026-01-02')).toBe(named);
  expect(showTasks(named, [task(100)], '2026-01-02')).toBe(`${named}- [ ] TASK-2026-01-01-100 Task 100\n`);
});

test('a project without tasks is given none of their folders', async () => {
  const project = await testProject();
  await project.data(['next']);
  await project.data(['begin', '--agent', 'ada']);
  await project.data(['close', '--context', 'One.']);
  expect(project.git('status', '--porcelain')).toBe('');
  expect(() => project.read('.baton/journal/tasks.jsonl')).toThrow('ENOENT');
});
