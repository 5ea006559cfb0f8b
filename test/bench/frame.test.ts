import { describe, expect, test } from 'vitest';
import type { Case } from '../../bench/frame/benchmark.ts';
import { judge, measureCase, median, type Measured } from '../../bench/frame/measure-case.ts';
import { renderTable } from '../../bench/frame/render-table.ts';
import { runCommand } from '../../scripts/support/run-command.ts';

const measured = (name: string, figure: number): Measured => ({
  name,
  median: figure,
  lowest: figure,
  highest: figure,
  rounds: [figure],
});

describe('measuring', () => {
  test('the median of an even number of figures lies between the two in the middle', () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([10, 1, 4, 2])).toBe(3);
  });

  test('contenders take turns, each round begun by another, after one round that does not count', async () => {
    const calls: string[] = [];
    const contender = (name: string) => ({ name, measure: () => calls.push(name) });
    const one: Case = {
      title: 'x',
      unit: 'ms',
      rounds: 3,
      ours: contender('a'),
      peers: [contender('b')],
      floor: contender('c'),
    };
    const result = await measureCase(one);
    expect(calls.join('')).toBe('abcabcbcacab');
    expect(result.ours.rounds).toEqual([4, 9, 11]);
  });

  test('a duration reaches its target from below, a rate from above', () => {
    const target = { limit: 1.3, against: 'floor' } as const;
    const reached = (unit: 'ms' | '/s', ours: number): boolean | undefined =>
      judge({ title: 'x', unit, target }, measured('ours', ours), [], measured('floor', 10)).target?.reached;
    expect([reached('ms', 13), reached('ms', 13.1), reached('/s', 13), reached('/s', 12.9)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('a target against a peer that is not there is a mistake in the benchmark', () => {
    const target = { limit: 2, against: 'peer' } as const;
    expect(() => judge({ title: 'x', unit: '/s', target }, measured('ours', 1), [], undefined)).toThrow(
      'there is none',
    );
  });
});

test('the table shows ours, peers, floor, ratio and target', () => {
  const peers = [measured('slow one', 20), measured('other', 5)];
  const text = renderTable([
    judge(
      { title: 'scan', unit: 'MB/s', target: { limit: 30 } },
      { ...measured('ours', 40), note: 'recall 0.9' },
      peers,
      undefined,
    ),
    judge({ title: 'start', unit: 'ms' }, measured('ours', 1234.5), [], measured('node', 1000)),
  ]);
  expect(text.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    '| | ours | peer | floor | ratio | target |',
    expect.stringMatching(/^[|-]+$/),
    '| scan | 40.0 MB/s (recall 0.9) | slow one: 20.0 MB/s | | 2.00 × | ≥ 30 MB/s ✓ |',
    '| | | other: 5.00 MB/s | | 8.00 × | |',
    '| start | 1,235 ms | | node: 1,000 ms | 1.23 × | |',
  ]);
});

test('a mistyped name is answered with the nearest one', async () => {
  const run = await runCommand('node_modules/.bin/tsx', ['bench/run.ts', 'startup'], {
    cwd: process.cwd(),
    timeoutMs: 20_000,
  });
  expect(run.code).toBe(2);
  expect(run.output).toContain('there is no benchmark startup, did you mean start-up?');
});
