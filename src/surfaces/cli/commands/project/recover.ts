import { BatonError } from '../../../../kernel/errors/index.ts';
import { recover as recoverProject, type RecoverResult } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { renderFindings } from '../../findings/index.ts';
import type { Style } from '../../style.ts';

export const recover = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Recovers from a session that did not close: shows what it left; --restore goes back to the last clean handoff, --salvage keeps what was written, marked (Unknown). Either way a copy of everything it wrote is kept.',
  flags: {
    restore: { kind: 'switch', about: 'Go back to the last clean handoff.' },
    salvage: { kind: 'switch', about: 'Keep what the session wrote, marked as Unknown.' },
  },
  examples: [
    { run: 'baton recover', does: 'what it left, and what can be done' },
    { run: 'baton recover --salvage', does: 'keep the work of the session that died' },
  ],
  async run({ flags, globals, platform }) {
    if (flags.restore && flags.salvage) throw new BatonError('USAGE_INVALID', 'choose one: --restore or --salvage');
    const action = flags.restore ? 'restore' : flags.salvage ? 'salvage' : 'look';
    const result = await recoverProject(await platform(), { action, dryRun: globals.dryRun });
    return {
      kind: 'value',
      data: result,
      text: (style) => render(result, style),
      exit: isDone(result) ? 0 : 1,
    };
  },
});

const isDone = ({ state, findings, commit_failed: hasFailed }: RecoverResult): boolean =>
  state !== 'interrupted' &&
  state !== 'unfinished' &&
  !hasFailed &&
  findings.every(({ severity }) => severity !== 'error');

function render(result: RecoverResult, style: Style): string {
  const { session, changed, clean_commit, kept, state, findings, note } = result;
  if (state === 'clean') return 'Nothing to recover: no session was left open.';
  if (state === 'unfinished')
    return 'A step was decided and cut short before it was carried out. baton recover --restore carries it out now; otherwise the next command that writes does.';
  if (state === 'finished') return 'A step that had been cut short is carried out; nothing is left open.';
  const who =
    session === null
      ? []
      : [`${style.yellow('left')}  session ${session.session_id ?? '?'} of ${session.agent}: ${session.why}`];
  const lines = [
    ...who,
    `changed  ${changed.length === 0 ? 'nothing' : changed.join(', ')}`,
    `clean    ${clean_commit === null ? 'no commit holds a complete handoff' : clean_commit.slice(0, 7)}`,
    ...kept.map((path) => `kept     ${path}`),
  ];
  if (state === 'recovered') {
    const found = findings.length === 0 ? [] : [renderFindings('text', findings, result, style)];
    return [...lines, ...found, `${style.green('recovered')}${note === null ? '' : `, ${note}`}`].join('\n');
  }
  return [
    ...lines,
    '',
    'baton recover --restore  goes back to the clean handoff',
    'baton recover --salvage  keeps what was written, as (Unknown)',
  ].join('\n');
}
