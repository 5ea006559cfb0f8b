import { BatonError } from '../../../../kernel/errors/index.ts';
import { begin as take } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const begin = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Opens a session: takes HANDOFF.lock, so that no other agent changes the handoff files until it is closed.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who works: a model or a person; default BATON_AGENT.' },
    ...SESSION_FLAGS,
    updating: { kind: 'list', value: 'FILE', about: 'A file the session plans to change; may be given several times.' },
    pid: {
      kind: 'number',
      value: 'PID',
      about: "The agent's process; default the nearest one that outlives this command.",
    },
  },
  examples: [
    { run: 'baton begin --agent claude-sonnet-4.5', does: 'open a session' },
    { run: 'baton begin --agent ada --updating STATUS.md --updating LOG.md', does: 'and say what will change' },
  ],
  async run({ flags, globals, platform }) {
    const agent = flags.agent ?? process.env['BATON_AGENT'];
    if (agent === undefined || agent === '') throw new BatonError('USAGE_INVALID', 'say who works: --agent NAME');
    const lock = await take(await platform(), {
      agent,
      sessionId: readSessionId(flags),
      updating: flags.updating,
      pid: flags.pid,
      dryRun: globals.dryRun,
    });
    return {
      kind: 'value',
      data: {
        session_id: lock.session_id,
        agent: lock.agent,
        started: lock.started,
        base_commit: lock.base_commit,
        pid: lock.pid ?? null,
      },
      text: (style) =>
        `${style.green(globals.dryRun ? 'free' : 'begun')}  session ${lock.session_id} of ${lock.agent}, from ${lock.base_commit}`,
    };
  },
});
