import type { OutputReading } from '../../../../protocols/output/index.ts';
import { readOutput } from '../../../../relay/output/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { chooseType, readInput, typeFlag } from './flags.ts';
import { hasErrors, readingData, renderIssue } from './output-data.ts';

export const parse = defineCommand({
  operands: '[FILE|-]',
  takes: [0, 1],
  about:
    'Parses the AOP block of an agent’s answer: if there are several, the last complete one outside code fences. Problems are listed with line and reason.',
  flags: { type: typeFlag },
  examples: [
    { run: 'baton output parse answer.md', does: 'show task, status, summary and what is wrong' },
    {
      run: 'cat answer.md | baton output parse --type test --json',
      does: 'the same as JSON, with the limit of a test task',
    },
  ],
  async run({ operands, flags, io, platform }) {
    const here = await platform();
    const bytes = await readInput(here, io, operands[0]);
    const reading = await readOutput(here, { bytes, type: chooseType(flags.type, here) });
    return {
      kind: 'value',
      data: readingData(reading),
      text: (style) => renderReading(reading, style),
      exit: hasErrors(reading.issues) ? 1 : 0,
    };
  },
});

function renderReading(reading: OutputReading, style: Style): string {
  const rows = [
    ['task', reading.task ?? style.dim('(missing)')],
    ['status', reading.status],
    ['details', reading.detailsFile ?? style.dim('(missing)')],
    ['time', `${reading.start ?? '?'} → ${reading.end ?? '?'}`],
    ...reading.metrics.map(({ key, value }) => [key, value]),
  ];
  const summary = reading.summary === undefined ? [] : ['', reading.summary];
  const issues = reading.issues.length === 0 ? [] : ['', ...reading.issues.map((issue) => renderIssue(issue, style))];
  return [renderTable(rows.map(([name = '', value = '']) => [style.bold(name), value])), ...summary, ...issues].join(
    '\n',
  );
}
