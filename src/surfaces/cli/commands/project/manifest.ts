import { PHASES } from '../../../../protocols/project/index.ts';
import { manifest as make } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const manifest = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Rebuilds MANIFEST.json from the files: checksums, summaries, quick context and token counts.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Agent identifier; default cli-tool.' },
    ...SESSION_FLAGS,
    phase: { kind: 'text', value: 'PHASE', about: `One of ${PHASES.join(', ')}; default idle.` },
    context: {
      kind: 'text',
      value: 'TEXT',
      about: 'Quick context, at most 500 characters; default from STATUS and NEXT_ACTIONS.',
    },
    duration: { kind: 'number', value: 'MIN', about: 'Length of the session in minutes; default 0.' },
    'aahp-version': {
      kind: 'text',
      value: 'V',
      choices: ['2.0', '3.0'],
      about: 'Version of the manifest; an existing one keeps its own.',
    },
  },
  examples: [
    { run: 'baton manifest', does: 'update the manifest to match the files' },
    {
      run: 'baton manifest --agent ada --phase review --context "Auth done. Next: CORS."',
      does: 'with the facts of a session',
    },
  ],
  async run({ flags, globals, platform }) {
    const result = await make(await platform(), {
      agent: flags.agent,
      sessionId: readSessionId(flags),
      phase: flags.phase,
      context: flags.context,
      durationMinutes: flags.duration,
      version: flags['aahp-version'],
      dryRun: globals.dryRun,
    });
    const { files, token_budget: budget = {} } = result.manifest;
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        globals.quiet
          ? ''
          : [
              `${style.green(globals.dryRun ? 'would write' : 'wrote')}  MANIFEST.json: ${Object.keys(files).length} files`,
              `tokens (${result.method}): manifest ${budget.manifest_only}, with status and actions ${budget.manifest_plus_core}, everything ${budget.full_read}`,
              ...result.lost.map((why) => `${style.yellow('lost')}  ${why}`),
              ...result.skipped.map((name) => `${style.yellow('left out')}  ${name}: it is not UTF-8 text`),
            ].join('\n'),
    };
  },
});
