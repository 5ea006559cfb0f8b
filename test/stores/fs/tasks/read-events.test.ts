import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { readEventFile } from '../../../../src/stores/fs/tasks/read-events.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const idOf = (n: number): string => `01M7KPP9P7${String(n).padStart(16, '0')}`;

async function logOf(count: number, tail = ''): Promise<string> {
  const path = join(await tempFolder(), '2026-11-17.jsonl');
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: idOf(n),
      type: 'task.created',
      timestamp: '2026-11-17T02:52:01.607Z',
      actor: 'a',
      taskId: `TASK-2026-11-17-${String(n % 100).padStart(3, '0')}`,
      payload: { title: 'x'.repeat(n % 300) },
    }),
  );
  await writeFile(path, `${lines.join('\n')}\n${tail}`);
  return path;
}

async function read(path: string, after: string | undefined, taskId?: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readEventFile(nodeDisk, path, {
    after,
    ...(taskId === undefined ? {} : { taskIds: [taskId] }),
  }))
    ids.push(id);
  return ids;
}

test('whatever was seen last, exactly the rest follows', async () => {
  const count = 3_000;
  const path = await logOf(count);
  const all = Array.from({ length: count }, (_, n) => idOf(n));
  expect(await read(path, undefined)).toEqual(all);
  for (const n of [0, 1, 999, 1_500, 2_998, 2_999]) expect(await read(path, idOf(n))).toEqual(all.slice(n + 1));
  expect(await read(path, '00000000000000000000000000')).toEqual(all);
  expect(await read(path, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toEqual([]);
});

test('events of one task only', async () => {
  const path = await logOf(1_000);
  expect(await read(path, undefined, 'TASK-2026-11-17-007')).toEqual(
    [7, 107, 207, 307, 407, 507, 607, 707, 807, 907].map(idOf),
  );
});

test('a line that is still being written, or broken, is left out', async () => {
  expect(await read(await logOf(2, `{"id":"${idOf(2)}","ty`), undefined)).toEqual([idOf(0), idOf(1)]);
  expect(await read(await logOf(2, 'nonsense\n{}\n'), undefined)).toEqual([idOf(0), idOf(1)]);
  expect(await read('/nowhere/at-all.jsonl', undefined)).toEqual([]);
});
