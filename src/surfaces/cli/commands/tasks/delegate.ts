import { given, whenGiven } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { createUlidAfter } from '../../../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../kernel/json.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { findRunSecret, getRunId, getTaskId, reportPatiently } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import type { Io } from '../../io.ts';
import { findFact, getFact, OPERATOR, readTextOrInput, toDueTime } from './task-input.ts';
import { presentKept, presentRouting } from './present-task.ts';

async function readWorking(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  path: string,
): Promise<JsonObject | string> {
  const text = await readTextOrInput(platform, io, path);
  if (!text.trimStart().startsWith('{')) return text;
  const value = parseJson(text);
  return isJsonObject(value) ? value : text;
}

export const delegate = defineCommand({
  operands: '[PARENT]',
  takes: [0, 1],
  about:
    'Hands a part of a task to another agent as a child task, with criteria, context and a handoff document. If governance is on, it is verified and recorded first. Ends with 1 if that is refused.',
  flags: {
    to: { kind: 'text', value: 'NAME', about: 'The agent that gets it.' },
    title: { kind: 'text', value: 'TITLE', about: 'What the child task is called.' },
    child: { kind: 'text', value: 'ID', about: 'An existing task; without it, one is created.' },
    agent: { kind: 'text', value: 'NAME', about: 'Who hands it on and holds the parent; default BATON_AGENT.' },
    run: { kind: 'text', value: 'ID', about: 'The run that holds the parent; default BATON_RUN_ID.' },
    criterion: { kind: 'list', value: 'TEXT', about: 'When it is done; may be given several times.' },
    output: { kind: 'list', value: 'PATH', about: 'What is expected; may be given several times.' },
    context: { kind: 'list', value: 'REF', about: 'What to read; may be given several times.' },
    constraint: { kind: 'list', value: 'TEXT', about: 'What must be respected; may be given several times.' },
    working: {
      kind: 'text',
      value: 'FILE|-',
      about:
        'What the next agent needs to know, as JSON or text; it goes into a handoff document that is shortened to its budget.',
    },
    due: {
      kind: 'text',
      value: 'TIME',
      about: 'Date and time by which it is needed, or a duration from now such as 2d.',
    },
  },
  examples: [
    {
      run: 'baton delegate --to swe-qa --title "Test the parser" --criterion "All tests pass"',
      does: 'by an agent that Baton started',
    },
    {
      run: 'baton delegate --to swe-qa --title "Test the parser" --working notes.json',
      does: 'with what is known so far, shortened to the budget',
    },
    {
      run: 'baton delegate TASK-2026-02-09-057 --agent swe-backend --to swe-qa',
      does: 'by any other that holds the parent',
    },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.to === undefined) throw new BatonError('USAGE_INVALID', 'give --to');
    const runId = findFact(io, 'run', flags.run);
    const parentId = await getTaskId(platform, getFact(io, 'task', operands[0]));
    const secret = await findRunSecret(platform, io.environment, parentId);
    const reported = await reportPatiently(platform, 'delegate', {
      parentId,
      messageId: createUlidAfter(undefined, platform.clock.now(), platform.random),
      ...given({ secret }),
      from: findFact(io, 'agent', flags.agent) ?? OPERATOR,
      to: flags.to,
      dryRun: globals.dryRun,
      ...given({
        working: await whenGiven(flags.working, (text) => readWorking(platform, io, text)),
        runId: await whenGiven(runId, (ref) => getRunId(platform, parentId, ref)),
        id: await whenGiven(flags.child, (ref) => getTaskId(platform, ref)),
        title: flags.title,
      }),
      handoff: {
        ...(flags.criterion.length === 0 ? {} : { acceptanceCriteria: flags.criterion }),
        ...(flags.output.length === 0 ? {} : { expectedOutputs: flags.output }),
        ...(flags.context.length === 0 ? {} : { contextRefs: flags.context }),
        ...(flags.constraint.length === 0 ? {} : { constraints: flags.constraint }),
        ...given({ dueBy: whenGiven(flags.due, (due) => toDueTime(due, platform.clock.now())) }),
      },
    });
    if (reported.kind === 'kept') return presentKept(reported);
    return await presentRouting(platform, reported.result, globals.dryRun);
  },
});
