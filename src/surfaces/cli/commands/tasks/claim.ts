import { given, whenGiven } from '../../../../kernel/given.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import { claim as claimTask, describeRun, getTaskId, keepRunSecret, readBrief } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { renderTask } from './present-task.ts';
import { getFact } from './task-input.ts';

export const claim = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about:
    'Claims a task for an agent: the one named, or the first that it can take. Exactly one claimant wins. Ends with 1 if there is nothing to take.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who claims; default BATON_AGENT.' },
    brief: {
      kind: 'switch',
      about: 'Print what the agent needs to know: its task, its inputs, earlier attempts, the project.',
    },
    ttl: { kind: 'text', value: 'TIME', about: 'How long the claim holds without a heartbeat, such as 90s or 10m.' },
  },
  examples: [
    { run: 'baton claim --agent swe-backend', does: 'the next task for this agent' },
    { run: 'baton claim --agent swe-backend --brief', does: 'with everything it needs to know' },
    {
      run: 'baton claim TASK-2026-02-09-001 --agent swe-backend --ttl 10m',
      does: 'this one, for ten minutes at first',
    },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const [id] = operands;
    const entry = await claimTask(platform, {
      agent: getFact(io, 'agent', flags.agent),
      dryRun: globals.dryRun,
      ...given({
        id: await whenGiven(id, (ref) => getTaskId(platform, ref)),
        ttlMs: whenGiven(flags.ttl, parseDuration),
      }),
    });
    if (entry === undefined) {
      return { kind: 'value', data: { task: null, run: null, brief: null }, text: () => 'Nothing to claim.', exit: 1 };
    }
    const secret = globals.dryRun ? undefined : await keepRunSecret(platform, entry);
    const run = secret === undefined ? describeRun(entry) : { ...describeRun(entry), secret };
    const brief = flags.brief && !globals.dryRun ? await readBrief(platform, entry) : null;
    return {
      kind: 'value',
      data: { task: entry.task, run, brief },
      asIs: brief !== null,
      text: (style) =>
        brief?.text ?? `${renderTask(entry, style)}\n${style.dim(`baton task show ${entry.task.id} prints its text`)}`,
    };
  },
});
