import { given, whenGiven } from '../../../../kernel/given.ts';
import {
  describeRun,
  findRunSecret,
  getRunId,
  getTaskId,
  readTask,
  reportPatiently,
} from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { presentKept, renderRefusal, renderTask, withoutLease } from './present-task.ts';
import { findFact, getFact, readTextOrInput } from './task-input.ts';

const OUTCOMES = ['done', 'blocked', 'needs_review', 'partial'] as const;

export const complete = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about: 'Reports how a run ended, and moves the task as the protocol says. Ends with 1 if the report was refused.',
  flags: {
    outcome: { kind: 'text', value: 'OUTCOME', choices: OUTCOMES, about: 'How it ended; default done.' },
    agent: { kind: 'text', value: 'NAME', about: 'Who reports; default BATON_AGENT.' },
    run: { kind: 'text', value: 'ID', about: 'The run; default BATON_RUN_ID.' },
    notes: { kind: 'text', value: 'TEXT', about: 'What was done, in a few words.' },
    blocker: { kind: 'list', value: 'TEXT', about: 'What blocks the work; may be given several times.' },
    deliverable: { kind: 'list', value: 'PATH', about: 'What was produced; may be given several times.' },
    summary: { kind: 'text', value: 'FILE|-', about: 'Text for outputs/summary.md.' },
    handoff: { kind: 'text', value: 'FILE|-', about: 'Text for outputs/handoff.md.' },
    output: {
      kind: 'text',
      value: 'FILE|-',
      about: 'The answer in AOP: outcome, notes and summary come from it, its details file is kept in outputs/.',
    },
  },
  examples: [
    { run: 'baton complete --notes "parser done, tests pass"', does: 'by an agent that Baton started' },
    { run: 'my-agent | baton complete --output -', does: 'by its answer in AOP' },
    {
      run: 'baton complete TASK-2026-02-09-001 --agent a --run 01J… --outcome blocked --blocker "no API key"',
      does: 'by any other',
    },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const id = await getTaskId(platform, getFact(io, 'task', operands[0]));
    const runId = findFact(io, 'run', flags.run);
    const outcome = OUTCOMES.find((known) => known === flags.outcome);
    const secret = await findRunSecret(platform, io.environment, id);
    const readGiven = (text: string): Promise<string> => readTextOrInput(platform, io, text);
    const reported = await reportPatiently(platform, 'complete', {
      id,
      ...given({ secret }),
      agent: getFact(io, 'agent', flags.agent),
      dryRun: globals.dryRun,
      ...given({
        outcome,
        runId: await whenGiven(runId, (ref) => getRunId(platform, id, ref)),
        notes: flags.notes,
        summary: await whenGiven(flags.summary, readGiven),
        handoff: await whenGiven(flags.handoff, readGiven),
        output: whenGiven(await whenGiven(flags.output, readGiven), (text) => Buffer.from(text, 'utf8')),
      }),
      ...(flags.blocker.length === 0 ? {} : { blockers: flags.blocker }),
      ...(flags.deliverable.length === 0 ? {} : { deliverables: flags.deliverable }),
    });
    if (reported.kind === 'kept') return presentKept(reported);
    const { result } = reported;
    const entry = await readTask(platform, id);
    const isFine = result.outcome === 'applied' || result.outcome === 'unchanged';
    return {
      kind: 'value',
      data: isFine
        ? { task: entry.task, run: describeRun(entry), result }
        : { task: withoutLease(entry.task), run: null, result },
      text: (style) => (isFine ? renderTask(entry, style) : renderRefusal(result, style)),
      exit: isFine ? 0 : 1,
    };
  },
});
