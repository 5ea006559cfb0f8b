import { PHASES } from '../../../../protocols/project/index.ts';
import { close as closeSession } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { describeCounts, renderFindings } from '../../findings/index.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const close = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Closes the session: checks the files, rotates the log, writes the manifest and makes one commit of .ai/handoff/ alone. If a check fails, nothing changes.',
  flags: {
    context: {
      kind: 'text',
      value: 'TEXT',
      about: 'What just happened, what is next, what blocks it: at most 500 characters.',
    },
    phase: { kind: 'text', value: 'PHASE', about: `One of ${PHASES.join(', ')}; default idle.` },
    tag: { kind: 'switch', about: 'Tag the commit as the next aahp/session-N.' },
    tasks: {
      kind: 'switch',
      about: 'Record the tasks that ended since: log entries, status, assertions with an expiry, next actions.',
    },
    'no-commit': { kind: 'switch', about: 'Write the files and release the lock, but do not commit.' },
    ...SESSION_FLAGS,
  },
  examples: [
    { run: 'baton close --context "CORS fixed. Next: database migration."', does: 'hand over' },
    { run: 'baton close --tasks --tag', does: 'with the story of the tasks that ended in this session' },
    { run: 'baton close --phase review --tag', does: 'and mark the commit as a clean point' },
  ],
  async run({ flags, globals, platform }) {
    const result = await closeSession(await platform(), {
      context: flags.context,
      phase: flags.phase,
      tag: flags.tag,
      commit: !flags['no-commit'],
      tasks: flags.tasks,
      sessionId: readSessionId(flags),
      dryRun: globals.dryRun,
    });
    if (!result.closed) {
      return {
        kind: 'value',
        data: result,
        text: (style) =>
          [
            renderFindings('text', result.findings, result, style),
            '',
            `Not closed, nothing changed: ${describeCounts(result.findings)}.`,
          ].join('\n'),
        exit: 1,
      };
    }
    const { commit, tag, note, findings, adopted, standing, lost, commit_failed: hasFailed } = result;
    const made = commit === null ? (note ?? '') : `commit ${commit.slice(0, 7)}${tag === null ? '' : `, tag ${tag}`}`;
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        [
          ...(findings.length === 0 ? [] : [renderFindings('text', findings, result, style)]),
          `${style.green(globals.dryRun ? 'would close' : 'closed')}  ${made}${commit !== null && note !== null ? ` (${note})` : ''}`,
          ...describeAdopted(adopted),
          ...(standing.length === 0 ? [] : [`${describeCounts(standing)} from before this session: baton lint`]),
          ...lost.map((why) => `MANIFEST.json: ${why}`),
          ...(hasFailed ? ['The files are written and the session is over; commit .ai/handoff once git can.'] : []),
        ].join('\n'),
      exit: hasFailed ? 1 : 0,
    };
  },
});

/** Words of an unknown author: they are handed over, and labelled Assumed. */
function describeAdopted(adopted: readonly string[]): string[] {
  if (adopted.length === 0) return [];
  const names =
    adopted.length > 5 ? `${adopted.slice(0, 4).join(', ')} and ${adopted.length - 4} more` : adopted.join(', ');
  return [`Adopted as Assumed, changed outside the protocol: ${names}`];
}
