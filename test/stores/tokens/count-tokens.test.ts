import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { findPieceEnd } from '../../../src/stores/tokens/cut-text.ts';
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

const CONTRACTION = String.raw`(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const BEFORE_WORD = String.raw`[^\r\n\p{L}\p{N}]?`;
/** The rule as the encoding publishes it. */
const PIECES = new RegExp(
  [
    `${BEFORE_WORD}${UPPER}*${LOWER}+${CONTRACTION}`,
    `${BEFORE_WORD}${UPPER}+${LOWER}*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\p{White_Space}*[\r\n]+`,
    String.raw`\p{White_Space}+(?!\P{White_Space})`,
    String.raw`\p{White_Space}+`,
  ].join('|'),
  'gu',
);

test('a text is cut where the regular expression of the encoding cuts it', () => {
  const character = fc.oneof(
    fc.constantFrom(..."aBz'sSdmtTlLvVeErR09 \n\r\t/.-_\u00A0\u0085\uFEFF\u3000\u2028"),
    // Of each kind: title case, letters without case, marks, digits beyond ASCII and the first plane, halves.
    fc.constantFrom(
      'é',
      'Ü',
      'ǅ',
      'ʰ',
      'ª',
      '漢',
      '\u0301',
      '\u20DD',
      '٣',
      '½',
      '𝟘',
      '𐐷',
      '𐐏',
      '𖭀',
      '🎽',
      '\uD83C',
      '\uDF3D',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  );
  const cut = (text: string): string[] => {
    const pieces = [];
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = findPieceEnd(text, at);
      pieces.push(text.slice(at, end));
    }
    return pieces;
  };
  fc.assert(
    fc.property(fc.array(character, { maxLength: 30 }), (characters) => {
      const text = characters.join('');
      expect(cut(text)).toEqual(text.match(PIECES) ?? []);
    }),
    { numRuns: 2_000 },
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
