import { aggregateOutputs, type NamedResult, type OutputReading } from '../../../../protocols/output/index.ts';
import { readOutput } from '../../../../relay/output/index.ts';
import { defineCommand } from '../../command.ts';
import { chooseType, readInput, typeFlag } from './flags.ts';
import { fieldsData } from './output-data.ts';

export const aggregate = defineCommand({
  operands: '[FILE…|-]',
  takes: [0, Number.POSITIVE_INFINITY],
  about:
    'Joins the answers of several agents into numbered summaries of at most 2,000 characters, with paths and counts. Each file is one answer; on standard input every complete block is one.',
  flags: { type: typeFlag },
  examples: [
    { run: 'baton output aggregate answers/*.md', does: 'what all agents found, for their parent' },
    { run: 'cat answers/*.md | baton output aggregate --json', does: 'the same from one stream, as JSON' },
  ],
  async run({ operands, flags, io, platform }) {
    const here = await platform();
    const type = chooseType(flags.type, here);
    const results: NamedResult[] = [];
    for (const operand of operands.length === 0 ? ['-'] : operands) {
      const reading = await readOutput(here, { bytes: await readInput(here, io, operand), type });
      results.push(...(operand === '-' ? allResults(reading) : [{ ...reading, source: operand }]));
    }
    const { counts, text, shown } = aggregateOutputs(results);
    return {
      kind: 'value',
      data: {
        counts,
        shown,
        total: results.length,
        text,
        results: results.map((result) => ({ source: result.source, ...fieldsData(result) })),
      },
      asIs: true,
      text: () => text,
      exit: counts.unknown > 0 ? 1 : 0,
    };
  },
});

function allResults(reading: OutputReading): NamedResult[] {
  const whole = reading.blocks.filter((block) => !block.fenced && block.level !== 'incomplete');
  const found = whole.length === 0 ? [reading] : whole;
  return found.map((result, index) => ({ ...result, source: `standard input, block ${index + 1}` }));
}
