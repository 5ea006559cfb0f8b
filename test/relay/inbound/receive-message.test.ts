import { expect, onTestFinished } from 'vitest';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import { readExchange, receiveMessage, stopTask, type InboundMessage } from '../../../src/relay/inbound/index.ts';
import { moveTask } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

async function stage(): Promise<Platform> {
  const platform = await testPlatform(await tempFolder());
  onTestFinished(async () => {
    await (await platform.tasks()).close();
    await platform.notifier.settle(2_000);
  });
  return platform;
}

const message = (messageId: string, text: string, more: Partial<InboundMessage> = {}): InboundMessage => ({
  messageId,
  text,
  files: [],
  record: { messageId, parts: [{ text }] },
  ...more,
});

verifies('SUR-040', 'a message is one task however often it comes, by any process', async () => {
  const platform = await stage();
  const other = await testPlatform(platform.project.folder);
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => receiveMessage(n % 2 === 0 ? platform : other, message('m-1', 'Do it'))),
  );
  expect(new Set(made.map(({ entry: { task } }) => task.id)).size).toBe(1);
  expect(new Set(made.map(({ entry: { task } }) => task.metadata.traceId)).size).toBe(1);
  expect((await (await platform.tasks()).list({})).map(({ title }) => title)).toEqual(['Do it']);
  await (await other.tasks()).close();
});

verifies('SUR-040', 'an answer unblocks, once; a task that has ended takes none', async () => {
  const platform = await stage();
  const { task } = (await receiveMessage(platform, message('m-1', 'Paint it', { contextId: 'c' }))).entry;
  await moveTask(platform, { id: task.id, to: 'blocked', by: 'ada', reason: 'Which colour?' });
  const answer = message('m-2', 'Green', { taskId: task.id });
  expect((await receiveMessage(platform, answer)).entry.task.status).toBe('ready');
  await moveTask(platform, { id: task.id, to: 'blocked', by: 'ada', reason: 'Which green?' });
  expect((await receiveMessage(platform, answer)).entry.task.status).toBe('blocked');
  const { messages, body } = await readExchange(platform, task.id);
  expect(messages.map(({ messageId }) => messageId)).toEqual(['m-1', 'm-2']);
  expect(body.split('Green')).toHaveLength(2);
  expect((await stopTask(platform, task.id)).task.status).toBe('cancelled');
  expect(await codeOf(stopTask(platform, task.id))).toBe('TASK_ENDED');
  expect(await codeOf(receiveMessage(platform, message('m-3', 'More', { taskId: task.id })))).toBe('TASK_ENDED');
});
