import type { CheckRow, OutputCheck } from '../../../../protocols/output/index.ts';
import { checkAgentOutput } from '../../../../relay/output/index.ts';
import { defineCommand } from '../../command.ts';
import { chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';
import type { Style } from '../../style.ts';
import { chooseType, readInput, typeFlag } from './flags.ts';
import { readingData, renderIssue } from './output-data.ts';

export const check = defineCommand({
  operands: '[FILE|-]',
  takes: [0, 1],
  about:
    'Checks an answer against the nine rows of the protocol’s checklist, including file contents, search dumps, logs and long code. Exits 1 if a row fails.',
  flags: {
    type: typeFlag,
    level: {
      kind: 'text',
      value: 'LEVEL',
      choices: ['strict', 'compact'],
      about: 'compact asks only for SUMMARY, DETAILS_FILE and STATUS; default strict.',
    },
    format: formatFlag,
  },
  examples: [
    { run: 'baton output check answer.md', does: 'one line per row, then what is wrong' },
    { run: 'baton output check --format sarif answer.md', does: 'for a code scanning service' },
    { run: 'baton output check --level compact -', does: 'accept the short form of a terse agent' },
  ],
  async run({ operands, flags, io, platform }) {
    const here = await platform();
    const bytes = await readInput(here, io, operands[0]);
    const level = flags.level === 'compact' ? 'compact' : 'strict';
    const result = await checkAgentOutput(here, { bytes, type: chooseType(flags.type, here), level });
    const [file] = operands;
    const isNamed = file !== undefined && file !== '-';
    const issues = result.issues.map((issue) => (isNamed ? { ...issue, file } : issue));
    const data = { compliant: result.compliant, rows: result.rows, ...readingData(result.reading), issues };
    const format = chooseFormat(flags.format);
    return {
      kind: 'value',
      data,
      asIs: format !== 'text',
      text: (style) => (format === 'text' ? renderCheck(result, style) : renderFindings(format, issues, data, style)),
      exit: result.compliant ? 0 : 1,
    };
  },
});

function renderCheck({ compliant, rows, issues }: OutputCheck, style: Style): string {
  const verdict = compliant ? style.green('The answer is compliant.') : style.red('The answer is not compliant.');
  const listed = issues.length === 0 ? [] : ['', ...issues.map((issue) => renderIssue(issue, style))];
  return [...rows.map((row) => renderRow(row, style)), ...listed, '', verdict].join('\n');
}

function renderRow({ number, item, result, reason, line }: CheckRow, style: Style): string {
  const mark = { pass: style.green('pass'), fail: style.red('FAIL'), 'not-required': style.dim('n/a ') }[result];
  const where = line === undefined ? '' : ` (line ${line})`;
  return `${mark}  ${number}. ${item}${reason === undefined ? '' : `: ${reason}${where}`}`;
}
