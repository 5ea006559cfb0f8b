import { lint as lintProject } from '../../../../relay/index.ts';
import { defineCommand } from '../../command.ts';
import { countFindings, renderFindings } from './render-findings.ts';

export const lint = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Looks through .ai/handoff/ for injections, secrets, personal data, .aiignore patterns, broken structure and a wrong manifest.',
  flags: {
    'fail-on': {
      kind: 'text',
      value: 'LEVEL',
      choices: ['error', 'warning'],
      about: 'From which severity on the exit code is 1; default error.',
    },
  },
  examples: [
    { run: 'baton lint', does: 'everything' },
    { run: 'baton lint --fail-on warning', does: 'for a strict pipeline' },
  ],
  async run({ flags, platform }) {
    const { findings, files } = await lintProject(await platform());
    const strict = flags['fail-on'] === 'warning';
    const failing = findings.filter(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
    return {
      kind: 'value',
      data: { findings, files },
      text: (style) =>
        findings.length === 0
          ? style.green(`${files.length} files, nothing found`)
          : [...renderFindings(findings, style), '', `${files.length} files: ${countFindings(findings)}`].join('\n'),
      exit: failing.length > 0 ? 1 : 0,
    };
  },
});
