import { resolve } from 'node:path';
import { isInProject } from '../../../../compose-probe.ts';
import { BatonError, findNearest } from '../../../../kernel/index.ts';
import { HOOK_VERBS, type HookHost, type HookVerb } from '../../../../relay/index.ts';
import { parseHookEvent } from '../../../hooks/index.ts';
import { defineCommand, type Outcome } from '../../command.ts';

const HOSTS = ['claude', 'codex', 'gemini'] as const satisfies readonly HookHost[];

const SILENT: Outcome = { kind: 'value', data: null, text: () => '' };

export const hook = defineCommand({
  operands: HOOK_VERBS.join('|'),
  takes: [1, 1],
  about:
    'Answers an agent host: reads its JSON on standard input and prints what the host accepts at this event, or nothing. baton setup writes the calls.',
  flags: { host: { kind: 'text', choices: HOSTS, about: 'Which host calls (default: claude).' } },
  examples: [
    { run: 'baton hook session-start --host claude < event.json', does: 'what a session begins with' },
    { run: 'baton hook stop --host codex < event.json', does: 'may this session end?' },
  ],
  async run({ operands, flags, globals, io, platform }) {
    const verb = getVerb(operands[0] ?? '');
    const host = HOSTS.find((name) => name === flags.host) ?? 'claude';
    const input = io.isInputTerminal ? '' : (await io.readInput()).toString('utf8');
    const event = parseHookEvent(input, verb, host, globals.folder ?? process.cwd());
    if (!isInProject(resolve(event.folder))) return SILENT;
    const { answerEvent } = await import('./answer-event.ts');
    const answer = await answerEvent(await platform(resolve(event.folder)), event);
    if (answer === undefined) return SILENT;
    return { kind: 'value', data: answer, text: () => JSON.stringify(answer) };
  },
});

function getVerb(name: string): HookVerb {
  const verb = HOOK_VERBS.find((candidate) => candidate === name);
  if (verb !== undefined) return verb;
  const near = findNearest(name, HOOK_VERBS);
  throw new BatonError(
    'USAGE_INVALID',
    `there is no hook ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
    {
      hint: `one of ${HOOK_VERBS.join(', ')}`,
    },
  );
}
