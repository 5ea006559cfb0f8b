import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runForData } from '../../support/run-baton.ts';
import { OWN_PROCESS } from '../../support/run-here.ts';
import { verifies } from '../../support/verifies.ts';
import { a2aStage, BINDINGS, send, text } from './a2a-stage.ts';

for (const binding of BINDINGS) {
  verifies(
    'SUR-040',
    `${binding}: data and file parts become inputs, and come back in the history as they were`,
    async () => {
      const { folder, daemon } = await a2aStage();
      const client = await daemon.connect(binding);
      const data = {
        ...text(''),
        content: { $case: 'data' as const, value: { rows: [1, 'zwei', null], deep: { yes: true } } },
      };
      const file = { ...text('a,b\n1,2\n'), filename: 'table.csv', mediaType: 'text/csv' };
      const raw = {
        ...text(''),
        content: { $case: 'raw' as const, value: Buffer.from('ünïcode\n') },
        filename: 'note.txt',
      };
      const url = {
        ...text(''),
        content: { $case: 'url' as const, value: 'http://127.0.0.1:1/never' },
        mediaType: 'image/png',
      };
      const task = await send(client, '', { parts: [text('Look'), data, file, raw, url] });
      const { body, artifacts } = (await runForData(['task', 'show', task.id], { cwd: folder, env: OWN_PROCESS })) as {
        body: string;
        artifacts: string[];
      };
      expect(body).toContain('Attached: http://127.0.0.1:1/never (image/png)');
      const files = artifacts.filter((path) => path.startsWith('inputs/files/'));
      const contents = await Promise.all(
        files.map((path) => readFile(join(folder, '.baton', 'tasks', 'ready', task.id, path), 'utf8')),
      );
      expect(files.map((path) => path.replace(/^inputs\/files\/[^-]+-\d+-/, ''))).toEqual([
        'data-2.json',
        'table.csv',
        'note.txt',
      ]);
      expect(JSON.parse(contents[0] ?? '')).toEqual({ rows: [1, 'zwei', null], deep: { yes: true } });
      expect(contents.slice(1)).toEqual(['a,b\n1,2\n', 'ünïcode\n']);
      const { history } = await client.getTask({ tenant: '', id: task.id, historyLength: undefined });
      expect(history[0]?.parts.map(({ content }) => content?.$case)).toEqual(['text', 'data', 'text', 'raw', 'url']);
    },
  );

  verifies('SUR-040', `${binding}: historyLength says how many of the last messages come along`, async () => {
    const { daemon } = await a2aStage();
    const client = await daemon.connect(binding);
    const { id } = await send(client, 'one');
    for (const words of ['two', 'three']) await send(client, words, { taskId: id });
    const wordsOf = async (historyLength: number | undefined): Promise<unknown[]> => {
      const { history } = await client.getTask({ tenant: '', id, historyLength });
      return history.map(({ parts }) => (parts[0]?.content?.$case === 'text' ? parts[0].content.value : ''));
    };
    expect(await wordsOf(undefined)).toEqual(['one', 'two', 'three']);
    expect(await wordsOf(2)).toEqual(['two', 'three']);
    expect(await wordsOf(0)).toEqual([]);
    expect(await wordsOf(99)).toHaveLength(3);
  });
}
