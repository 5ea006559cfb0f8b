import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { cutRuns } from '../../../src/stores/tokens/cut-text.ts';

const MAX_RUN = 960;
const asText = { disallowedSpecial: new Set<string>() };
const countCut = (text: string): number => cutRuns(text).reduce((sum, piece) => sum + countTokens(piece, asText), 0);

/** `length` characters picked in a fixed, irregular order. */
function pick(alphabet: string, length: number): string {
  const characters = [...alphabet];
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    text += characters[state % characters.length] ?? '';
  }
  return text;
}

describe('what is cut', () => {
  test('nothing in text whose runs are short, however long the text', () => {
    const prose = 'Agents pass work on; each pass loses something. Übergabe – 引き継ぎ、交接。 value_1=0x3F;\n'.repeat(
      2_000,
    );
    expect(cutRuns(prose)).toEqual([prose]);
    expect(cutRuns('')).toEqual(['']);
    expect(cutRuns('a'.repeat(MAX_RUN))).toHaveLength(1);
  });

  test('a run right where it gets too long, and only there', () => {
    const cut = cutRuns(`before ${'a'.repeat(2 * MAX_RUN + 1)} after`);
    expect(cut).toEqual([`before ${'a'.repeat(MAX_RUN)}`, 'a'.repeat(MAX_RUN), 'a after']);
  });

  test('a run goes on through combining marks and characters outside the first plane', () => {
    expect(cutRuns('a\u0301'.repeat(MAX_RUN))).toHaveLength(2);
    expect(cutRuns('!\u0301!'.repeat(MAX_RUN))).toHaveLength(3);
    expect(cutRuns('1\u0301'.repeat(MAX_RUN))).toHaveLength(2);
    expect(cutRuns('🎽'.repeat(MAX_RUN))).toHaveLength(2);
  });

  test('the pieces make up the text, no piece splits a character, no run in them is longer than two', () => {
    const character = fc.constantFrom(
      'a',
      'Z',
      'é',
      '漢',
      '1',
      '٣',
      ' ',
      '\n',
      '\u00A0',
      '-',
      '。',
      '\u0301',
      '🎽',
      '𐐷',
    );
    const run = fc.tuple(character, fc.integer({ min: 1, max: 2_500 })).map(([one, times]) => one.repeat(times));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
        const text = runs.join('');
        const pieces = cutRuns(text);
        expect(pieces.join('')).toBe(text);
        expect(pieces.some((piece) => /\p{Cs}/u.test(piece))).toBe(false);
        const inOneGo = pieces.flatMap((piece) => piece.match(/[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+|\s+/gu) ?? []);
        expect(Math.max(0, ...inOneGo.map((found) => found.length))).toBeLessThanOrEqual(2 * MAX_RUN + 2);
      }),
      { numRuns: 100 },
    );
  });
});

describe('what a cut costs', () => {
  test.each([
    ['one letter', 'a'.repeat(5_000)],
    ['letters at random', pick('abcdefghijklmnopqrstuvwxyz', 5_000)],
    ['letters of both cases', pick('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 5_000)],
    ['words without spaces', 'thequickbrownfoxjumpsoverthelazydog'.repeat(150)],
    ['spaces before a word', `${' '.repeat(5_000)}x`],
    ['empty lines', '\n'.repeat(5_000)],
    ['a rule', '-'.repeat(5_000)],
    ['signs at random', pick('!"#$%&()*+,-./:;<=>?@[]^_{|}~', 5_000)],
    ['Han', pick('的一是不了人我在有他这中大来上国个到说们为子', 3_000)],
    ['Thai', pick('กขคงจฉชซญดตถทนบปผฝพฟภมยรลวศษสหอฮ', 3_000)],
    ['emoji', pick('😀🎉🚀👍🔥', 5_000)],
  ])('at most two tokens each, and never one too few: %s', (_name, text) => {
    const cuts = cutRuns(text).length - 1;
    expect(cuts).toBeGreaterThan(1);
    const surplus = countCut(text) - countTokens(text, asText);
    expect(surplus).toBeGreaterThanOrEqual(0);
    expect(surplus).toBeLessThanOrEqual(2 * cuts);
  });

  test('nothing for digits', () => {
    const digits = pick('0123456789', 5_000);
    expect([cutRuns(digits).length, countCut(digits)]).toEqual([6, countTokens(digits, asText)]);
  });
});
