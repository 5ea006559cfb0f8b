import type { Recipe } from './recipe.ts';

/** An agent says how long its task will take; the work log of the task keeps it. */
export const messageType: Recipe = {
  title: 'A message type',
  edits: [
    {
      file: 'schema/aof-work-estimate.schema.json',
      content: `${JSON.stringify(
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          title: 'Work estimate',
          description: 'Payload of work.estimate.',
          type: 'object',
          required: ['minutes'],
          properties: {
            taskId: { type: 'string', pattern: String.raw`^TASK-\d{4}-\d{2}-\d{2}-\d{3,15}$` },
            minutes: { type: 'integer', minimum: 1, maximum: 100_000 },
          },
        },
        null,
        2,
      )}\n`,
    },
    {
      file: 'src/protocols/tasks/schema.ts',
      symbol: 'MESSAGE_TYPES',
      find: "'completion.report',",
      replace: "'completion.report',\n  'work.estimate',",
    },
    {
      file: 'src/protocols/tasks/handlers.ts',
      symbol: 'HANDLERS',
      find: "['completion.report', handleCompletion],",
      replace: "['completion.report', handleCompletion],\n  ['work.estimate', handleEstimate],",
    },
    {
      file: 'src/protocols/tasks/handlers.ts',
      symbol: 'handleRequest',
      find: 'function handleRequest(',
      replace: `function handleEstimate({ lookup, message, context }: HandlerCall): HandlerResult {
  const entry = getEntry(lookup, message.taskId);
  const { taskId, minutes } = parsePayload<{ taskId?: string; minutes: number }>(message.payload, isEstimate);
  assertSameTask(message, taskId);
  assertFromHolder(entry, message);
  const edit = new TaskEdit(entry, { actor: message.fromAgent, now: context.now });
  edit.note(\`estimate: \${minutes} minutes\`);
  return { change: edit.toChange(null), outcome: 'applied' };
}

function handleRequest(`,
    },
    {
      file: 'src/protocols/tasks/handlers.ts',
      find: "import { validate as isStatusUpdate } from './validators/aof-status-update.gen.js';",
      replace: `import { validate as isStatusUpdate } from './validators/aof-status-update.gen.js';
import { validate as isEstimate } from './validators/aof-work-estimate.gen.js';`,
    },
    {
      file: 'test/relay/tasks/work-estimate.test.ts',
      content: `import { expect, test } from 'vitest';
import { createTaskBench } from '../../support/task-platform.ts';

test('an estimate of the holder is noted in the work log, one of somebody else or without a number is not', async () => {
  const bench = await createTaskBench();
  const { task } = await bench.held();
  const estimate = { type: 'work.estimate', taskId: task.id, payload: { minutes: 30 } };
  expect(await bench.send(estimate)).toMatchObject({ outcome: 'applied' });
  expect(await bench.store.readBody(task.id)).toContain('estimate: 30 minutes');
  expect(await bench.send({ ...estimate, fromAgent: 'eve' })).toMatchObject({ outcome: 'rejected' });
  expect(await bench.send({ ...estimate, payload: {} })).toMatchObject({ outcome: 'rejected' });
});
`,
    },
    {
      file: 'docs/task-plane.md',
      find: '| `handoff.request` | the holder of the parent |',
      replace:
        "| `work.estimate` | the run's holder | adds the minutes it expects to need to the `## Work Log` |\n| `handoff.request` | the holder of the parent |",
    },
    {
      file: 'CHANGELOG.md',
      find: '## [Unreleased]',
      replace: '## [Unreleased]\n\n- `work.estimate`: an agent says how many minutes its task will take.',
    },
  ],
  tests: ['test/relay/tasks/work-estimate.test.ts', 'test/relay/tasks/messages.test.ts'],
};
