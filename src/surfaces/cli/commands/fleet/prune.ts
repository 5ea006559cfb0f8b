import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { parseDuration, renderCompactTime } from '../../../../kernel/time.ts';
import { pruneData, type PruneReport } from '../../../../relay/transfer/index.ts';
import { defineCommand } from '../../command.ts';

export const prune = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Moves finished tasks that are older, with their runs and artifacts, and whole months of events, from the database into an archive file that baton import reads. Beside live work: the archive is written first, then rows go in small steps. Needs the role that owns the tables where a month goes.',
  flags: {
    'older-than': { kind: 'text', value: 'TIME', about: 'Since when a task must be finished, such as 90d.' },
    archive: {
      kind: 'text',
      value: 'FILE',
      about: 'The file to write, which must be new; default named after the time.',
    },
  },
  examples: [
    { run: 'baton prune --older-than 90d --dry-run', does: 'say what would go' },
    { run: 'baton prune --older-than 90d', does: 'archive and remove it' },
  ],
  async run({ flags, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags['older-than'] === undefined) throw new BatonError('USAGE_INVALID', 'give --older-than, such as 90d');
    const name = flags.archive ?? `baton-archive-${renderCompactTime(platform.clock.now())}.jsonl`;
    const report = await pruneData(platform, {
      olderThanMs: parseDuration(flags['older-than']),
      archive: resolve(platform.project.folder, name),
      dryRun: globals.dryRun,
    });
    return { kind: 'value', data: report, text: () => render(report, globals.dryRun) };
  },
});

function render({ archive, artifacts, before, events, months, stayed, tasks }: PruneReport, isDryRun: boolean): string {
  const what = `${tasks} tasks with ${artifacts} artifacts, ${events} events in ${months.length} months, older than ${before}`;
  if (isDryRun) return `Would archive and remove ${what}`;
  if (archive === null) return `Nothing is older than ${before}`;
  return `Removed ${what}; they are in ${archive}${stayed === 0 ? '' : `. ${stayed} were changed meanwhile and stay`}`;
}
