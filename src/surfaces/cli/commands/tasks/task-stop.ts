import { given } from '../../../../kernel/given.ts';
import { describeRun, getTaskId, type StoppedTask, stopTask } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { findFact, OPERATOR } from './task-input.ts';

export const taskStop = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about:
    'Takes a task from the run that holds it and ends that run with every process it started. The task stays blocked until somebody moves it.',
  flags: {
    reason: { kind: 'text', value: 'TEXT', about: 'Why; the next run is told.' },
    by: { kind: 'text', value: 'NAME', about: 'Who stops it; default operator.' },
  },
  examples: [
    { run: 'baton task stop TASK-2026-02-09-001 --reason "wrong branch"', does: 'end the agent that works on it' },
    { run: 'baton task stop 7', does: 'the seventh task of today' },
  ],
  async run({ operands: [id = ''], flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const callerRun = findFact(io, 'run', undefined);
    const stopped = await stopTask(platform, {
      id: await getTaskId(platform, id),
      by: flags.by ?? OPERATOR,
      dryRun: globals.dryRun,
      ...given({ reason: flags.reason, callerRun }),
    });
    const { entry, program } = stopped;
    return {
      kind: 'value',
      data: { task: entry.task, run: describeRun(entry), program: program?.kind ?? null },
      text: (style) => `${renderTask(entry, style)}\n${describeEnd(stopped)}`,
      exit: program?.kind === 'alive' || isLeft(program) ? 1 : 0,
    };
  },
});

/** Nobody is there who would stop it. */
const isLeft = (program: StoppedTask['program']): boolean =>
  program?.kind === 'unreached' && program.hasDaemon !== true;

function describeEnd({ entry, program }: StoppedTask): string {
  if (program === null) return 'No program had to be ended.';
  if (program.kind === 'ended') return 'Its program has ended, with all that it started and that can be found.';
  if (program.kind === 'alive') return 'Its program did not end. The task cannot run again before it does.';
  if (program.kind === 'unreached')
    return program.hasDaemon === true
      ? 'Its agent could not be told from here: the daemon will stop it. What it still sends is refused.'
      : 'Its agent runs on until it is told. What it still sends is refused.';
  if (entry.run?.machine === undefined) return 'Its agent was told to stop. What it still sends is refused.';
  return `Its program runs on ${entry.run?.machine ?? 'another machine'}: the daemon there ends it. What it still writes is refused.`;
}
