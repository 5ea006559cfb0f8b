import { history as listHistory } from '../../../../../relay/project/index.ts';
import { defineCommand } from '../../../command.ts';
import { renderTable } from '../../../table.ts';

export const history = defineCommand({
  operands: '[FILE]',
  takes: [0, 1],
  about: 'Commits that changed the handoff folder, or one file of it, newest first.',
  flags: { limit: { kind: 'number', value: 'N', about: 'At most N rows; default 500.' } },
  examples: [
    { run: 'baton history', does: 'every handoff' },
    { run: 'baton history STATUS.md --limit 5', does: 'the last five changes of one file' },
  ],
  async run({ operands: [file], flags, platform }) {
    const rows = await listHistory(await platform(), { file, limit: flags.limit });
    return {
      kind: 'value',
      data: { handoffs: rows },
      text: (style) =>
        rows.length === 0
          ? 'No commit has changed the handoff folder yet.'
          : renderTable(
              rows.map(({ n, commit, date, author, subject, tags }) => [
                String(n),
                style.yellow(commit.slice(0, 7)),
                date.slice(0, 16),
                author,
                [subject, ...tags.map((tag) => style.cyan(tag))].join('  '),
              ]),
            ),
    };
  },
});
