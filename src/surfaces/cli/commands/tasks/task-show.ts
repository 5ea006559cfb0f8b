import { describeRun, explainTasks, getTaskId, showTask } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';

export const taskShow = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about: 'Shows one task with its text, its run and its files, or one of its files.',
  flags: {
    file: { kind: 'text', value: 'PATH', about: 'Print this file of its folder, wherever the store keeps it.' },
  },
  examples: [
    { run: 'baton task show TASK-2026-02-09-001', does: 'all that is known about it' },
    { run: 'baton task show TASK-2026-02-09-001 --file inputs/handoff.json', does: 'what was handed over, whole' },
  ],
  async run({ operands: [given = ''], flags, platform: getPlatform }) {
    const platform = await getPlatform();
    const id = await getTaskId(platform, given);
    if (flags.file !== undefined) {
      const { readTaskFile } = await import('../../../../relay/views/index.ts');
      const text = await readTaskFile(platform, id, flags.file);
      return { kind: 'value', data: { id, file: flags.file, text }, asIs: true, text: () => text.replace(/\n$/, '') };
    }
    const { entry, body, artifacts } = await showTask(platform, id);
    const why = (await explainTasks(platform, [entry.task])).get(id) ?? null;
    const data = { task: entry.task, run: describeRun(entry), result: entry.result ?? null, why, body, artifacts };
    return {
      kind: 'value',
      data,
      text: (style) =>
        [
          renderTask(entry, style, why?.text),
          ...(artifacts.length === 0 ? [] : ['', ...artifacts.map((path) => style.dim(path))]),
          ...(body.trim() === '' ? [] : ['', body.trim()]),
        ].join('\n'),
    };
  },
});
