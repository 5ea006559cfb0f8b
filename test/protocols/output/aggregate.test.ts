import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { codePointLength } from '../../../src/kernel/text.ts';
import {
  aggregateOutputs,
  OUTPUT_STATUSES,
  parseOutput,
  type NamedResult,
} from '../../../src/protocols/output/index.ts';
import { verifies } from '../../support/verifies.ts';
import { block } from './support.ts';

const results = (count: number): NamedResult[] =>
  Array.from({ length: count }, (_, index) => ({
    ...parseOutput(
      block({
        task: `Task ${index + 1}`,
        summary: `- ${'found something '.repeat(25)}`,
        details: `out/${index + 1}.json`,
      }),
    ),
    source: `answer-${index + 1}.md`,
  }));

describe('many answers in one', () => {
  verifies('AOP-044', 'each is numbered, with as much of its summary as fits, and its path', () => {
    const { text, shown, counts } = aggregateOutputs(results(12));
    expect(codePointLength(text)).toBeLessThanOrEqual(2_000);
    expect({ shown, counts }).toEqual({ shown: 12, counts: { success: 12, failure: 0, partial: 0, unknown: 0 } });
    for (let index = 1; index <= 12; index += 1) {
      expect(text).toContain(`${index}. [success] Task ${index}\n`);
      expect(text).toContain(`Details: out/${index}.json`);
    }
    expect(text).toContain('   - found something');
  });

  verifies('AOP-044', 'more than fit are counted', () => {
    const { text, shown, counts } = aggregateOutputs(results(500));
    expect(text).toContain('500 results: 500 success, 0 failure, 0 partial');
    expect(text).toContain(`… and ${500 - shown} more`);
    expect(counts.success).toBe(500);
  });

  verifies('AOP-044', 'never more than 2,000 characters', () => {
    const anyResult = fc.record({
      status: fc.constantFrom(...OUTPUT_STATUSES, 'unknown' as const),
      task: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 }), { nil: undefined }),
      summary: fc.string({ unit: 'grapheme', maxLength: 700 }),
      bullets: fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 5 }),
      detailsFile: fc.string({ unit: 'grapheme', maxLength: 400 }),
    });
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 30 }), (many) => {
        const named = many.map((result) => ({ ...result, metrics: [], start: undefined, end: undefined, source: 'x' }));
        const { text, counts } = aggregateOutputs(named);
        expect(codePointLength(text)).toBeLessThanOrEqual(2_000);
        expect(counts.success + counts.failure + counts.partial + counts.unknown).toBe(many.length);
      }),
    );
  });
});
