import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { loadO200k, renderTokenTable, TokenTable } from '../../../src/stores/tokens/o200k.ts';

const count = await loadO200k();
const theirs = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });

test.each([
  ['nothing', '', 0],
  ['a word', 'hello', 1],
  ['a mark of order before a heading', '\uFEFF# BMAS', 3],
  ['a mark of order alone', '\uFEFF', 1],
  ['a mark of order before a word', '\uFEFFimport', 2],
  ['a next-line character', 'a\u0085b', 4],
  ['odd spaces', 'x\u00A0y  \u3000z', 6],
])('%s is counted as the encoding’s own program counts it', (_what, text, expected) => {
  expect(count(text)).toBe(expected);
});

test('texts of all kinds are counted as another implementation counts them', () => {
  const word = fc.constantFrom(
    'the',
    'HTTPServer',
    "don't",
    'naïve',
    '引き継ぎ',
    'Übergabe',
    'snake_case_1',
    '12345',
    'e\u0301',
  );
  const sign = fc.constantFrom(
    ' ',
    '  ',
    '\n',
    '\r\n\n',
    '\t',
    '…',
    '—',
    '/*',
    '```',
    '🎽',
    '<|im_start|>',
    '://',
    '\u0000',
  );
  const text = fc.array(fc.oneof(word, sign, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 });
  fc.assert(
    fc.property(
      text.map((parts) => parts.join('').replaceAll(/[\uFEFF\u0085]/g, '')),
      (joined) => {
        expect(count(joined)).toBe(theirs(joined));
      },
    ),
    { numRuns: 500 },
  );
});

test('a table that was cut short or is something else is refused', () => {
  const whole = renderTokenTable([Buffer.from('a'), Buffer.from('b'), Buffer.from('ab')]);
  const table = new TokenTable(whole);
  const rankOf = (text: string): number | undefined => table.findRank(Buffer.from(text), 0, text.length);
  expect(['a', 'b', 'ab', 'ba', 'abc'].map(rankOf)).toEqual([0, 1, 2, undefined, undefined]);
  expect(() => new TokenTable(whole.subarray(0, 1_000))).toThrow('damaged');
  expect(() => new TokenTable(Buffer.alloc(16))).toThrow('damaged');
  const shifted = Buffer.concat([Buffer.alloc(1), whole]).subarray(1);
  expect(new TokenTable(shifted).findRank(Buffer.from('ab'), 0, 2)).toBe(2);
});
