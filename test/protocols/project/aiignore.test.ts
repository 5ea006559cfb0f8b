import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_AIIGNORE, parseAiignore, scanIgnored } from '../../../src/protocols/project/aiignore/index.ts';
import { parseExpression } from '../../../src/protocols/project/aiignore/pattern-tree.ts';
import { verifies } from '../../support/verifies.ts';

const hits = (patterns: string, text: string): string[] =>
  scanIgnored('X.md', text, parseAiignore(patterns)).map(
    ({ line, column, endColumn, message }) => `${line}:${column}-${endColumn} ${/pattern (.*) of/.exec(message)?.[1]}`,
  );

describe('.aiignore', () => {
  verifies('SEC-011', 'patterns that take too much work on a text are refused, with their line', () => {
    const patterns = parseAiignore(`${'a*'.repeat(30)}b\n`.repeat(65));
    expect(() => scanIgnored('X.md', 'a'.repeat(4_096), patterns)).toThrow(
      /\.aiignore line \d+: .* takes too much work/,
    );
  });

  verifies(
    'SEC-011',
    'groups that hold nothing cost nothing however often they are repeated, and depth has a limit',
    () => {
      const nest = (inner: string, depth: number): string => `${'('.repeat(depth)}${inner}${'){1000}'.repeat(depth)}`;
      expect(parseExpression('((){1000}){1000}')).toEqual({ kind: 'sequence', parts: [] });
      for (const nothing of ['', '()', 'a{0}', '(?:)(|b){0}']) {
        expect(hits(`\\b${nest(nothing, 40)}x`, 'y x')).toHaveLength(1);
      }
      expect(() => parseAiignore(`\\b${nest('a', 4)}`)).toThrow('the pattern is too large');
      expect(() => parseAiignore(`\\b${'('.repeat(50_000)}`)).toThrow('nested more than 100 deep');
    },
  );

  verifies(
    'PRJ-060',
    'globs are case-sensitive, begin at a word, and * is one or more characters without space',
    () => {
      expect(hits('sk-*', 'task-1 and risk-based\nsk-abc\nSK-abc\nsk- x\n(sk-1)')).toEqual([
        '2:1-7 sk-*',
        '5:2-7 sk-*',
      ]);
      expect(hits('*_KEY=*', 'API_KEY=1\n_KEY=1\nAPI_KEY=\nset API_KEY=ab c')).toEqual([
        '1:1-10 *_KEY=*',
        '4:5-15 *_KEY=*',
      ]);
      expect(hits('Bearer *', 'Bearer abc\nBearer')).toEqual(['1:1-11 Bearer *']);
      expect(hits('*@*.com', 'a@b.com\na@b.org')).toEqual(['1:1-8 *@*.com']);
    },
  );

  verifies(
    'PRJ-060',
    'lines with escapes are expressions; comments, blank lines and trailing comments are none',
    () => {
      expect(hits('\\b\\d{3}-\\d{2}-\\d{4}\\b   # SSN pattern', '123-45-6789\n1123-45-67890')).toEqual([
        '1:1-12 \\b\\d{3}-\\d{2}-\\d{4}\\b',
      ]);
      expect(parseAiignore('# all\n\n   \n#x\n')).toEqual([]);
      expect(parseAiignore(DEFAULT_AIIGNORE)).toHaveLength(10);
      expect(hits('\uFEFFsk-*\r\nghp_*\r\n', 'ghp_a\r\nsk-b\r\n')).toEqual(['1:1-6 ghp_*', '2:1-5 sk-*']);
    },
  );

  verifies('PRJ-060', 'the value is masked, a bad pattern names its line, and none can hang', () => {
    const [finding] = scanIgnored('X.md', 'sk-verysecretvalue', parseAiignore('sk-*'));
    expect(finding).toMatchObject({ severity: 'error', file: 'X.md', excerpt: 'sk-v… (18 characters)' });
    for (const bad of ['(\\d', '[\\d', '\\d**', '(?=\\d)', '\\1', 'x{3,1}\\d', '*', '\\'])
      expect(() => parseAiignore(`# fine\n${bad}`)).toThrow('.aiignore line 2:');
    const evil = parseAiignore('(a+)+\\b!\n(\\w|\\w\\w)*\\d\\d!\n(x*)*(y*)*\\s!');
    expect(scanIgnored('X.md', `${'a'.repeat(20_000)}?`, evil)).toEqual([]);
  });

  test('agrees with the platform’s own expressions wherever both know the syntax', () => {
    const atom = fc.constantFrom('a', 'b', '\\d', '\\w', '[ab]', '[^a]', '.', '(a|bb)', '\\b');
    const part = fc
      .tuple(atom, fc.constantFrom('', '+', '?', '{2}', '{1,2}'))
      .map(([one, times]) => (one === '\\b' ? one : one + times));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-'), maxLength: 12 }),
        (parts, line) => {
          const source = `${parts.join('')}\\w`;
          expect(scanIgnored('X.md', line, parseAiignore(source)).length > 0).toBe(
            line !== '' && new RegExp(source).test(line),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
