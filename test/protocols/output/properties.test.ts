import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aggregateOutputs,
  checkOutput,
  detectDumps,
  limitOf,
  OUTPUT_STATUSES,
  parseOutput,
  renderBlock,
  TASK_TYPES,
  type BlockContent,
  type TaskType,
} from '../../../src/protocols/output/index.ts';
import { collectBlocks } from '../../../src/protocols/output/collect-blocks.ts';
import { codePointLength } from '../../../src/kernel/text.ts';
import { renderIsoSeconds } from '../../../src/kernel/time.ts';
import { verifies } from '../../support/verifies.ts';
import { block, published } from './support.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Any UTF-16 units: halves of characters too. */
const anyText = fc.string({ unit: 'binary', maxLength: 200 });
/** Pieces that matter to the parser, in any order. */
const roughText = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028',
        '> ',
        '```\n',
        '~~~\n',
        '- ',
        ': ',
        '**',
        '\u001B[31m',
        '\u001B]0;',
        '\uD83D',
        '\uDE42',
        ', a: ',
        '[AOP:START] ',
        '[AOP:TASK] ',
        '[AOP:SUMMARY]\n',
        '[AOP:DETAILS_FILE] ',
        '[AOP:METRICS] ',
        '[AOP:STATUS] ',
        '[AOP:END] ',
        '[aop:status]',
        '[AOP:FOO]',
        'success',
        '2026-02-05T10:30:00Z',
        '\u0000',
        '\uFEFF',
        '    at x (a.js:1:2)\n',
        'import x;\n',
      ),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

const content = (type: TaskType | undefined): fc.Arbitrary<BlockContent> => {
  const time = fc.integer({ min: 0, max: 4e12 }).map(renderIsoSeconds);
  const text = fc.oneof(anyText, fc.string({ unit: 'grapheme', maxLength: 300 }), roughText);
  return fc.record({
    start: time,
    end: time,
    task: text,
    bullets: fc.array(text, { maxLength: 8 }),
    detailsFile: text,
    metrics: fc.array(fc.record({ key: text, value: text }), { maxLength: 5 }),
    status: fc.constantFrom(...OUTPUT_STATUSES),
    limit: fc.constant(limitOf(type)),
  });
};

describe('render', () => {
  verifies('AOP-006', 'the published blocks are rendered byte for byte', () => {
    for (const name of ['search', 'analysis', 'test'] as const) {
      const {
        start = '',
        task = '',
        bullets,
        detailsFile = '',
        metrics,
        status,
        end = '',
      } = parseOutput(published(name), { type: 'analysis' });
      if (status === 'unknown') throw new Error(name);
      expect(`${renderBlock({ start, task, bullets, detailsFile, metrics, status, end, limit: 600 })}\n`).toBe(
        published(name),
      );
    }
  });

  verifies(['AOP-005', 'AOP-006'], 'rendering what was parsed changes nothing, whatever went in', () => {
    const typed = fc
      .constantFrom(...TASK_TYPES, undefined)
      .chain((type) => content(type).map((made) => ({ type, made })));
    fc.assert(
      fc.property(typed, ({ type, made }) => {
        const once = renderBlock(made);
        const {
          start = '',
          task = '',
          bullets,
          detailsFile = '',
          metrics,
          status,
          end = '',
          level,
          issues,
        } = parseOutput(once, { type });
        expect(level).toBe('strict');
        expect(status).toBe(made.status);
        const errors = issues.filter((issue) => issue.severity === 'error').map((issue) => issue.rule);
        expect(errors.filter((rule) => rule !== 'output-time-order')).toEqual([]);
        if (status !== 'unknown') {
          expect(renderBlock({ start, task, bullets, detailsFile, metrics, status, end, limit: limitOf(type) })).toBe(
            once,
          );
        }
        expect(once).not.toMatch(LONE_SURROGATE);
      }),
      { numRuns: 600 },
    );
  });
});

describe('parse', () => {
  verifies('AOP-018', 'nothing throws, and no half character ever leaves', () => {
    fc.assert(
      fc.property(roughText, fc.constantFrom(...TASK_TYPES, undefined), (text, type) => {
        const reading = parseOutput(text, { type, roots: ['/home/ada'] });
        const { rows } = checkOutput(text, reading, { level: 'strict' });
        expect(rows).toHaveLength(9);
        expect(codePointLength(reading.summary ?? '')).toBeLessThanOrEqual(limitOf(type));
        for (const { task, summary, bullets, detailsFile, metrics, start, end, issues } of [
          reading,
          ...reading.blocks,
        ]) {
          const said = [
            task,
            summary,
            ...bullets,
            detailsFile,
            start,
            end,
            ...metrics.flatMap(({ key, value }) => [key, value]),
          ];
          const listed = issues.flatMap(({ message, excerpt }) => [message, excerpt]);
          for (const part of [...said, ...listed]) expect(part ?? '').not.toMatch(LONE_SURROGATE);
        }
        for (const issue of reading.issues) expect(issue.line).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1_500 },
    );
  });

  verifies('AOP-016', 'fields of a reading come from one block alone', () => {
    const numbered = fc.array(
      fc.record({ status: fc.constantFrom(...OUTPUT_STATUSES), cut: fc.integer({ min: 0, max: 10 }) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(numbered, (answers) => {
        const text = answers
          .map(({ status, cut }, index) =>
            block({ task: `t${index}`, summary: `- s${index}`, details: `d${index}`, status })
              .split('\n')
              .slice(0, 10 - cut)
              .join('\n'),
          )
          .join('\n');
        const { task, summary, detailsFile, status } = parseOutput(text);
        const from = [task?.slice(1), summary?.slice(3), detailsFile?.slice(1)].filter(
          (part) => part !== undefined && part !== '',
        );
        expect(new Set(from).size).toBeLessThanOrEqual(1);
        const index = Number(from[0] ?? -1);
        if (status !== 'unknown' && index >= 0) expect(status).toBe(answers[index]?.status);
      }),
    );
  });

  verifies('AOP-043', 'what a parent sees does not depend on, or contain, anything outside the block', () => {
    const secret = 'DETAIL-7f3a';
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 20 }), (work) => {
        const noise = work.map((line) => `${secret} ${line.replaceAll(/[[`~>\u001B]/g, '')}`).join('\n');
        const alone = parseOutput(block());
        const among = parseOutput(`${noise}\n${block()}\n${noise}`);
        const view = ({ task, status, summary, detailsFile, metrics, start, end }: typeof alone) => ({
          task,
          status,
          summary,
          detailsFile,
          metrics,
          start,
          end,
        });
        expect(view(among)).toEqual(view(alone));
        expect(aggregateOutputs([{ ...among, source: 'a' }]).text).not.toContain(secret);
      }),
    );
  });

  // Quadratic work on any of these would take hours; the bench shows the slope.
  verifies(
    'AOP-020',
    'ten MiB of text made to hurt are read whole',
    () => {
      const size = 10 * 1024 * 1024;
      const fill = (unit: string, length = size): string => unit.repeat(Math.ceil(length / unit.length));
      const lines = [
        '[AOP:SUMMARY]\n',
        '[AOP:START] x\n[AOP:TASK] y\n',
        '\n',
        '```\n',
        '[AOP:FOO]\n',
        '- x\n',
        '    at a (b:1:2)\n',
        'a: 1, ',
      ];
      const long = ['> ', ' ', '`', '*', '\u001B[', '\u001B]', '[AOP:', 'a '];
      const heads = ['[AOP:METRICS] ', '[AOP:STATUS] ', '[AOP:DETAILS_FILE] ', '[AOP:TASK] ', '[AOP:SUMMARY]\n'];
      const mixture = [...lines, ...long].map((unit) => fill(unit, size / 16)).join('\n');
      for (const text of [mixture, ...long.flatMap((unit) => heads.slice(0, 1).map((head) => head + fill(unit)))]) {
        const reading = parseOutput(`${text}\n${block({ status: 'failure' })}`);
        expect(reading.status).toBe('failure');
        expect(reading.blocks.length).toBeLessThanOrEqual(1_001);
      }
      for (const head of heads) parseOutput(head + fill('**, a: `'));
      expect(collectBlocks(fill('[AOP:END]\n'))).toMatchObject({
        count: Math.ceil(size / 10),
        blocks: { length: 1_000 },
      });
      detectDumps(mixture);
    },
    { timeout: 120_000 },
  );

  test('a block is found after ten MiB of prose', () => {
    const text = `${'Lorem ipsum dolor sit amet, [AOP:STATUS] success.\n'.repeat(200_000)}${block({ status: 'failure' })}`;
    expect(parseOutput(text)).toMatchObject({ status: 'failure', level: 'strict', blockCount: 1 });
  });
});
