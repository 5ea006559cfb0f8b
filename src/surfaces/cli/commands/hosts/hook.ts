import { resolve } from 'node:path';
import { isInProject, mayHoldSubagents } from '../../../../compose-probe.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { findNearest } from '../../../../kernel/nearest.ts';
import { HOOK_HOSTS as HOSTS, HOOK_VERBS } from '../../../../relay/hook/index.ts';
import { parseHookEvent } from '../../../hooks/index.ts';
import { defineCommand, type Outcome } from '../../command.ts';

/** OpenClaw tells of tasks, and takes no answer. */
const TASK_EVENTS = ['message_received', 'session_end'] as const;

const SILENT: Outcome = { kind: 'value', data: null, text: () => '' };

export const hook = defineCommand({
  operands: [...HOOK_VERBS, ...TASK_EVENTS].join('|'),
  takes: [1, 1],
  about:
    'Answers an agent host: reads its JSON from standard input and prints what the host accepts at this event, or nothing. baton setup writes the calls.',
  flags: { host: { kind: 'text', choices: [...HOSTS, 'openclaw'], about: 'Which host calls (default: claude).' } },
  examples: [
    { run: 'baton hook session-start --host claude < event.json', does: 'what a session starts with' },
    { run: 'baton hook stop --host codex < event.json', does: 'may this session end?' },
    {
      run: 'baton hook message_received --host openclaw < event.json',
      does: 'hand a message to the router, then one pass of the scheduler',
    },
  ],
  async run({ operands, flags, globals, io, platform }) {
    const name = operands[0] ?? '';
    const readInput = async (): Promise<string> => (io.isInputTerminal ? '' : (await io.readInput()).toString('utf8'));
    if (flags.host === 'openclaw') {
      const event = getName(name, TASK_EVENTS);
      const { receiveEvent } = await import('./receive-event.ts');
      return receiveEvent(await platform(), event, await readInput(), io.environment);
    }
    const verb = getName(name, HOOK_VERBS);
    const host = HOSTS.find((known) => known === flags.host) ?? 'claude';
    const input = await readInput();
    const event = parseHookEvent(input, verb, host, globals.folder ?? process.cwd());
    const folder = resolve(event.folder);
    const isAboutOutput = verb === 'subagent-start' || verb === 'subagent-stop';
    if (!isInProject(folder) && !(isAboutOutput && mayHoldSubagents(folder))) return SILENT;
    const { answerEvent } = await import('./answer-event.ts');
    const answer = await answerEvent(await platform(folder), event);
    if (answer === undefined) return SILENT;
    return { kind: 'value', data: answer, asIs: true, text: () => JSON.stringify(answer) };
  },
});

function getName<T extends string>(name: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const near = findNearest(name, known);
  const guess = near === undefined ? '' : `; did you mean ${near}?`;
  throw new BatonError('USAGE_INVALID', `this host has no hook ${name}${guess}`, {
    hint: `one of ${known.join(', ')}`,
  });
}
