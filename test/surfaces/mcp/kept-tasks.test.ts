import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testProject } from '../../support/project.ts';
import { connect, type Answer } from './mcp-client.ts';

const titles = ({ data }: Answer): unknown => (data['tasks'] as { title: string }[]).map(({ title }) => title);

test('a server sees what others did to the tasks between two calls, also if all of them are gone', async () => {
  const project = await testProject();
  const { root } = project;
  const run = (...args: readonly string[]) => project.data(args, { env: { HOME: root } });
  await run('task', 'new', 'First');
  const { call } = await connect(root, '2026-07-28');
  const list = (): Promise<Answer> => call('baton_task', { action: 'list' });
  expect(titles(await list())).toEqual(['First']);
  await run('task', 'new', 'Second');
  expect(titles(await list())).toEqual(['First', 'Second']);

  const refused = await call('baton_claim', { agent: 'ada', id: 'TASK-2026-01-01-999' });
  expect(refused.isError).toBe(true);
  expect((await call('baton_claim', { agent: 'ada' })).isError).toBe(false);
  expect(JSON.stringify(await run('task', 'list'))).toContain('in-progress');

  rmSync(join(root, '.baton'), { recursive: true });
  expect(titles(await list())).toEqual([]);
  await run('task', 'new', 'Third');
  expect(titles(await list())).toEqual(['Third']);
  const [both, again] = await Promise.all([list(), list()]);
  expect([titles(both), titles(again)]).toEqual([['Third'], ['Third']]);
});
