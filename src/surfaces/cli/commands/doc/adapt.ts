import { given } from '../../../../kernel/given.ts';
import { adaptDocument } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import { getInput } from './read-input.ts';
import { showIssues } from './show-document.ts';

export const adapt = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about:
    'Converts a document from version 1.x or 2.x (YAML or JSON) to 3.0 or, with --to 2.0, from 3.0 to 2.0, and says what is lost.',
  flags: {
    to: { kind: 'text', value: 'VERSION', choices: ['3.0', '2.0'], about: '3.0 (default) or 2.0.' },
    out: { kind: 'text', value: 'FILE', about: 'Write to this file, which must be new, instead of printing.' },
  },
  examples: [
    { run: 'baton doc adapt old.yaml --out new.json', does: 'upgrade an older document' },
    { run: 'baton doc adapt handoff.json --to 2.0', does: 'print it for a tool that knows only 2.0' },
  ],
  async run({ operands, flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const bytes = await getInput(platform, io, operands[0] ?? '-');
    const outcome = await adaptDocument(platform, bytes, {
      to: flags.to === '2.0' ? '2.0' : '3.0',
      dryRun: globals.dryRun,
      ...given({ out: flags.out }),
    });
    const { document, text, path, warnings, lost, errors } = outcome;
    for (const warning of warnings) io.remark(warning);
    if (lost.length > 0) io.remark(`lost: ${lost.join(', ')}`);
    return {
      kind: 'value',
      data: { document, path, warnings, lost, errors },
      asIs: errors.length === 0 && path === null,
      text: (style) => {
        if (errors.length > 0) {
          return [`${style.red('not complete')}  3.0 asks for more:`, ...showIssues(errors, [], style)].join('\n');
        }
        return path === null ? text.replace(/\n$/, '') : `${style.green('written')}  ${path}`;
      },
      exit: errors.length === 0 ? 0 : 1,
    };
  },
});
