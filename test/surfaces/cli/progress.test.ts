import { describe, expect, test } from 'vitest';
import { createProgress, describe as describeProgress } from '../../../src/surfaces/cli/io.ts';
import { verifies } from '../../support/verifies.ts';

const record = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, stream: { isTTY, columns: 60, write: (text: string) => written.push(text) } };
};

describe('progress', () => {
  test('names share, rate and time left where the total is known', () => {
    expect(describeProgress({ label: 'validating', total: 1000 }, 250, 5)).toBe(
      `validating ${'█'.repeat(6)}${'░'.repeat(18)} 25 % · 50/s · 15 s left`,
    );
  });

  test('names count and rate if it is not', () => {
    expect(describeProgress({ label: 'reading' }, 1200, 2)).toBe('reading 1,200 · 600/s');
  });

  verifies('SUR-005', 'a bar that is redrawn and cleared on a terminal, plain lines elsewhere', () => {
    let now = 0;
    const terminal = record(true);
    const bar = createProgress(terminal.stream, { label: 'x', total: 10 }, () => now);
    now = 150;
    bar.update(5);
    now = 160;
    bar.update(6);
    bar.end();
    expect(terminal.written).toHaveLength(2);
    expect(terminal.written[0]).toMatch(/^\r.* 50 % .*\u001B\[K$/);
    expect(terminal.written[1]).toBe('\r\u001B[K');

    const plain = record(false);
    const lines = createProgress(plain.stream, { label: 'x', total: 10 }, () => now);
    now += 1_000;
    lines.update(5);
    now += 4_500;
    lines.update(8);
    expect(plain.written).toHaveLength(1);
    expect(plain.written[0]).toMatch(/^x .* 80 % .*\n$/);
  });

  test('says nothing with --quiet, and nothing for work that is done at once', () => {
    const quiet = record(false);
    createProgress(quiet.stream, { label: 'x', silent: true }).end();
    createProgress(quiet.stream, { label: 'x' }).end();
    expect(quiet.written).toEqual([]);
  });
});
