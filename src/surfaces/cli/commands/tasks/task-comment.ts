import { given } from '../../../../kernel/given.ts';
import { commentTask, getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { findFact, OPERATOR, readBodyFlags } from './task-input.ts';

export const taskComment = defineCommand({
  operands: 'ID [TEXT]',
  takes: [1, 2],
  about: 'Leaves a comment for the agent that works on a task next: an answer to what blocks it, or a hint.',
  flags: {
    body: { kind: 'text', value: 'TEXT|-', about: 'The comment; - reads standard input.' },
    'body-file': { kind: 'text', value: 'FILE', about: 'File with the comment.' },
    by: { kind: 'text', value: 'NAME', about: 'Who says it; default operator.' },
  },
  examples: [{ run: 'baton task comment TASK-2026-02-09-001 "Use the staging key"', does: 'answer a question' }],
  async run({ operands: [id = '', text], flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const callerRun = findFact(io, 'run', undefined);
    const entry = await commentTask(platform, {
      id: await getTaskId(platform, id),
      by: flags.by ?? OPERATOR,
      text: text ?? (await readBodyFlags(platform, io, flags)) ?? '',
      dryRun: globals.dryRun,
      ...given({ callerRun }),
    });
    return { kind: 'value', data: { task: entry.task }, text: (style) => renderTask(entry, style) };
  },
});
