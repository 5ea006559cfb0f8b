import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdits,
  codePointLength,
  codePointOffset,
  createLineIndex,
  cutText,
  detectLineEnding,
  firstSentence,
  hasFinalNewline,
  lastCodePoints,
  positionAt,
  splitLines,
  withLineEnding,
  withoutByteOrderMark,
} from '../../src/kernel/text.ts';
import { anyText } from './arbitraries.ts';

const referenceLines = (text: string): string[] => {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

describe('lines', () => {
  test('content and endings together are the text, byte for byte', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const lines = splitLines(text);
        expect(lines.map(({ start, next }) => text.slice(start, next)).join('')).toBe(text);
        expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(referenceLines(text));
        expect(lines.every(({ end, next }) => ['', '\n', '\r', '\r\n'].includes(text.slice(end, next)))).toBe(true);
      }),
    );
  });

  test.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\nb\r\nc\r\n', '\r\n'],
    ['a\rb\rc\n', '\r'],
    ['a\r\nb\n', '\r\n'],
    ['a\nb\r\n', '\n'],
  ])('the ending most lines of %j have', (text, ending) => expect(detectLineEnding(text)).toBe(ending));

  test('a final newline is seen in each form', () => {
    expect(['a\n', 'a\r\n', 'a\r', 'a', ''].map(hasFinalNewline)).toEqual([true, true, true, false, false]);
  });

  test('endings can be made one, and nothing else changes', () => {
    expect(withLineEnding('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\r\nd');
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(withLineEnding(withLineEnding(text, '\r\n'), '\n')).toBe(withLineEnding(text, '\n'));
      }),
    );
  });

  test('every offset has a line and a column that lead back to it', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const index = createLineIndex(text);
        for (let offset = 0; offset <= text.length; offset += 1) {
          const { line, column } = index.positionAt(offset);
          const start = index.lines[line - 1]?.start ?? text.length;
          expect(start + column - 1).toBe(offset);
          // Between CR and LF of one ending the line is not yet over.
          const before = text.slice(0, offset + (text[offset] === '\n' && text[offset - 1] === '\r' ? -1 : 0));
          expect(line).toBe(before.split(/\r\n|\n|\r/).length);
        }
      }),
    );
  });

  test('places outside the text are its ends', () => {
    expect(positionAt('ab\ncd', -1)).toEqual({ line: 1, column: 1 });
    expect(positionAt('ab\ncd', 99)).toEqual({ line: 2, column: 3 });
    expect(positionAt('ab\n', 3)).toEqual({ line: 2, column: 1 });
    expect(positionAt('', 0)).toEqual({ line: 1, column: 1 });
  });
});

describe('code points', () => {
  test('are counted and cut as JavaScript iterates them', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(35), (text, limit) => {
        const points = [...text];
        expect(codePointLength(text)).toBe(points.length);
        expect(text.slice(0, codePointOffset(text, limit))).toBe(points.slice(0, limit).join(''));
        expect(cutText(text, limit)).toBe(points.slice(0, limit).join(''));
        expect(lastCodePoints(text, limit)).toBe(points.slice(Math.max(0, points.length - limit)).join(''));
      }),
    );
  });

  test('a suffix is within the limit and stands only where something was cut', () => {
    expect(cutText('😀😀😀😀', 4, '...')).toBe('😀😀😀😀');
    expect(cutText('😀😀😀😀😀', 4, '...')).toBe('😀...');
    expect(cutText('abcdef', 3, '...')).toBe('...');
    expect(cutText('abcdef', 2, '...')).toBe('..');
    expect(cutText('abcdef', 0, '...')).toBe('');
  });
});

describe('edits', () => {
  test('are made together, in any order, and nothing else changes', () => {
    expect(
      applyEdits('hello world', [
        { start: 6, end: 11, text: 'there' },
        { start: 0, end: 5, text: 'hi' },
        { start: 11, end: 11, text: '!' },
        { start: 11, end: 11, text: '?' },
      ]),
    ).toBe('hi there!?');
  });

  test('that overlap or leave the text are refused', () => {
    const overlapping = [
      { start: 0, end: 3, text: '' },
      { start: 2, end: 4, text: '' },
    ];
    expect(() => applyEdits('abcdef', overlapping)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(() => applyEdits('abc', [{ start: 2, end: 9, text: '' }])).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
  });
});

test.each([
  ['Build green. Auth deployed.', 'Build green.'],
  ['  Uses e.g. JWT and v1.2.3 today. Next.', 'Uses e.g. JWT and v1.2.3 today.'],
  ['No stop here', 'No stop here'],
  ['Really?! Yes.', 'Really?!'],
  ['He said "done." Then left.', 'He said "done."'],
  ['one\nline two. three', 'one line two.'],
  ['Title\n\nText.', 'Title'],
  ['Title\r\n \r\nText.', 'Title'],
  ['完了。次へ。', '完了。'],
  ['', ''],
  [' \n ', ''],
])('the first sentence of %j', (text, sentence) => expect(firstSentence(text)).toBe(sentence));

test('a byte order mark is taken off once', () => {
  expect(['\ufeffa', 'a', '\ufeff\ufeff'].map(withoutByteOrderMark)).toEqual(['a', 'a', '\ufeff']);
});
