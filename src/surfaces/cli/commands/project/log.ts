import { log as addToLog } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readBody, readSessionId, SESSION_FLAGS } from './flags.ts';

export const log = defineCommand({
  operands: 'TITLE',
  takes: [1, 1],
  about: 'Writes a new entry at the top of LOG.md, with the provenance of the open session.',
  flags: {
    body: { kind: 'text', value: 'TEXT|-', about: 'The entry itself; - reads standard input.' },
    amend: { kind: 'switch', about: "Correct the session's own last entry instead of adding one." },
    ...SESSION_FLAGS,
  },
  examples: [
    {
      run: 'baton log "Fixed the CORS header" --body "The gateway now allows the app origin. 12 of 12 tests pass."',
      does: 'one entry',
    },
    { run: 'baton log "Migration plan" --body -', does: 'with the text from standard input' },
    { run: 'baton log "Fixed the CORS header" --amend', does: 'reword the last entry of this session' },
  ],
  async run({ operands: [title = ''], flags, globals, io, platform }) {
    const body = (await readBody(io, flags.body)) ?? '';
    const entry = await addToLog(await platform(), {
      title,
      body,
      amend: flags.amend,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    return {
      kind: 'value',
      data: { entry },
      text: (style) =>
        `${style.green(globals.dryRun ? 'would log' : flags.amend ? 'amended' : 'logged')}  ${entry.title}`,
    };
  },
});
