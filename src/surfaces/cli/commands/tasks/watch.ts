import { given } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { isUlid } from '../../../../kernel/ids.ts';
import { describeEvent, watch as follow, getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand, type StreamLine } from '../../command.ts';
import type { Style } from '../../style.ts';

export const watch = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about: 'Shows events of all tasks or of one as they happen, until interrupted.',
  isLong: true,
  flags: {
    since: { kind: 'text', value: 'EVENT', about: 'Begin after this event instead of now.' },
    all: { kind: 'switch', about: 'Print all existing events, then exit.' },
  },
  examples: [
    { run: 'baton watch', does: 'everything from now on' },
    { run: 'baton watch TASK-2026-02-09-001 --all', does: 'the story of one task' },
    { run: 'baton watch --jsonl', does: 'as JSON lines for another program' },
  ],
  async run({ operands, flags, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.since !== undefined && !isUlid(flags.since))
      throw new BatonError('INPUT_INVALID', `"${flags.since}" is not an event id`);
    const [task] = operands;
    const taskId = task === undefined ? undefined : await getTaskId(platform, task);
    const events = follow(platform, {
      once: flags.all || globals.dryRun,
      ...given({ after: flags.since, taskId }),
    });
    async function* lines(): AsyncGenerator<StreamLine> {
      for await (const event of events) {
        yield {
          data: event,
          text: (style: Style) => `${style.dim(event.timestamp)}  ${describeEvent(event)}  ${style.dim(event.actor)}`,
        };
      }
    }
    return { kind: 'lines', lines: lines(), exit: () => 0 };
  },
});
