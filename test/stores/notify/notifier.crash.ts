import { composePlatform } from '../../../src/compose.ts';
import { approveAll } from '../../support/approve-all.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram, type TestProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { readStory, startServer } from './test-notifier.ts';

const tell = (folder: string, ...texts: readonly string[]): TestProgram =>
  startProgram('test/stores/notify/programs/tell.ts', [folder, ...texts]);

async function projectWith(url: string): Promise<string> {
  const folder = await tempFolder();
  await mkdir(join(folder, '.baton'));
  await writeFile(
    join(folder, '.baton', 'notify.yaml'),
    `rules: [{ name: x, on: task.blocked, to: [{ webhook: "${url}" }] }]\n`,
  );
  // As the person would who wrote the rules.
  const platform = await composePlatform({ folder, environment: process.env });
  await approveAll(platform);
  await platform.close();
  return folder;
}

verifies('TSK-071', 'a process ends although its sink never answers, and the next one delivers', async () => {
  let isAnswering = false;
  const server = await startServer((response) => {
    if (isAnswering) response.end();
  });
  const folder = await projectWith(server.url);
  expect(await tell(folder, 'first', 'second').finished()).toEqual(['told', 'closed']);
  isAnswering = true;
  await tell(folder).finished();
  expect(await readStory(join(folder, '.baton'))).toBe('queued queued taken taken delivered delivered');
});

test('a notice of a process that was killed is delivered by the next', async () => {
  let isAnswering = false;
  const server = await startServer((response) => {
    if (isAnswering) response.end();
  });
  const folder = await projectWith(server.url);
  const victim = tell(folder, 'last words');
  await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(1);
  await victim.kill();
  isAnswering = true;
  await tell(folder).finished();
  expect(server.requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ text: 'last words' }),
    expect.objectContaining({ text: 'last words' }),
  ]);
  expect(await readStory(join(folder, '.baton'))).toBe('queued taken delivered');
});
