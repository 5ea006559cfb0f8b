import { showTask } from '../../../../relay/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask, toRunData } from './present-task.ts';

export const taskShow = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about: 'Shows one task with its text, its run and its files.',
  flags: {},
  examples: [{ run: 'baton task show TASK-2026-02-09-001', does: 'all that is known about it' }],
  async run({ operands, platform }) {
    const { entry, body, artifacts } = await showTask(await platform(), operands[0] ?? '');
    const data = { task: entry.task, run: toRunData(entry), result: entry.result ?? null, body, artifacts };
    return {
      kind: 'value',
      data,
      text: (style) =>
        [
          renderTask(entry, style),
          ...(artifacts.length === 0 ? [] : ['', ...artifacts.map((path) => style.dim(path))]),
          ...(body.trim() === '' ? [] : ['', body.trim()]),
        ].join('\n'),
    };
  },
});
