import { expect, test } from 'vitest';
import { testProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

interface Task {
  readonly id: string;
  readonly status: string;
}

verifies('TSK-064', 'a message that a host received reaches the router, and the scheduler makes one pass', async () => {
  const project = await testProject({ init: false });
  const made = (await project.data(['task', 'new', 'Write it', '--agent', 'ada'])) as { task: Task };
  const claimed = (await project.data(['claim', made.task.id, '--agent', 'ada'])) as { run: { runId: string } };
  const message = {
    protocol: 'aof',
    version: 1,
    type: 'completion.report',
    taskId: made.task.id,
    fromAgent: 'ada',
    toAgent: 'baton',
    sentAt: new Date().toISOString(),
    runId: claimed.run.runId,
    payload: { outcome: 'done', notes: 'it works' },
  };
  const call = ['hook', 'message_received', '--host', 'openclaw'];
  expect(await project.baton(call, { input: JSON.stringify(message) })).toMatchObject({ code: 0, stdout: '' });
  const { task } = (await project.data(['task', 'show', made.task.id])) as { task: Task };
  // The router keeps the report, the pass of the scheduler settles it.
  expect(['done', 'review']).toContain(task.status);
});

test('what is no message of ours changes nothing, and the end of an unknown session neither', async () => {
  const project = await testProject({ init: false });
  const ask = (event: string, input: string) =>
    project.baton(['hook', event, '--host', 'openclaw', '--json'], { input });
  expect(JSON.parse((await ask('message_received', '{"text":"hello"}')).stdout)).toMatchObject({
    data: { routed: null },
  });
  expect(JSON.parse((await ask('session_end', '{"sessionId":"nobody"}')).stdout)).toMatchObject({
    data: { event: 'session_end', task_id: null },
  });
  for (const [event, input] of [
    ['message_received', 'no json'],
    ['session-start', '{}'],
    ['session_end', ''],
  ] as const) {
    expect((await ask(event, input)).code).toBe(1);
  }
});
