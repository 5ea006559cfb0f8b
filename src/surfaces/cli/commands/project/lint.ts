import { lint as lintProject } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { describeCounts, failsOn, chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';

export const lint = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Checks .ai/handoff/ for injections, secrets, personal data, .aiignore patterns, broken structure and a wrong manifest.',
  flags: {
    format: formatFlag,
    'fail-on': {
      kind: 'text',
      value: 'SEVERITY',
      choices: ['error', 'warning'],
      about: 'The lowest severity that makes the exit code 1; default error.',
    },
  },
  examples: [
    { run: 'baton lint', does: 'everything' },
    { run: 'baton lint --format sarif --fail-on warning', does: 'for a strict pipeline' },
  ],
  async run({ flags, platform }) {
    const data = await lintProject(await platform());
    const format = chooseFormat(flags.format);
    const { findings, files } = data;
    const allowed = data.allowed === 0 ? '' : `, ${data.allowed} allowed by the repository`;
    return {
      kind: 'value',
      data,
      asIs: format !== 'text',
      text: (style) => {
        if (format !== 'text') return renderFindings(format, findings, data, style);
        if (findings.length === 0) return style.green(`${files.length} files, nothing found${allowed}`);
        return `${renderFindings('text', findings, data, style)}\n\n${files.length} files: ${describeCounts(findings)}${allowed}`;
      },
      exit: failsOn(findings, flags['fail-on'] === 'warning' ? 'warning' : 'error') ? 1 : 0,
    };
  },
});
