import { migrate as migrateProject } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const migrate = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Upgrades a version 1 handoff folder to version 2: manifest, section markers, log split, TTL column, .aiignore. Text is kept byte for byte apart from what is added.',
  flags: SESSION_FLAGS,
  examples: [
    { run: 'baton migrate --dry-run', does: 'show what would change' },
    { run: 'baton migrate', does: 'do it; a second run finds nothing to do' },
  ],
  async run({ flags, globals, platform }) {
    const result = await migrateProject(await platform(), { sessionId: readSessionId(flags), dryRun: globals.dryRun });
    const verb = globals.dryRun ? 'would change' : 'changed';
    return {
      kind: 'value',
      data: result,
      text: (style) =>
        result.changed.length === 0
          ? 'Nothing to migrate.'
          : result.changed
              .flatMap(({ file, diff }) => [
                `${style.green(verb)}  ${file}`,
                ...(globals.dryRun
                  ? diff.map((line) =>
                      line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line,
                    )
                  : []),
              ])
              .join('\n'),
    };
  },
});
