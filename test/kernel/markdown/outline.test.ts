import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findListItems, joinLog, outlineMarkdown, planCheck, splitLog } from '../../../src/kernel/markdown/index.ts';
import { applyEdits, withLineEnding } from '../../../src/kernel/text.ts';
import { anyText, lineEnding } from '../arbitraries.ts';
import { markdownText } from './arbitraries.ts';

describe('an outline', () => {
  test('gives each heading what stands under it, deeper headings included', () => {
    const text = '# A\na\n## B\nb\n### C\nc\n\nD\n---\nd\n> # no\n\n- # no\n\n# E\n';
    const found = outlineMarkdown(text).map(({ heading, start, contentStart, end }) => [
      heading.text,
      text.slice(start, contentStart),
      text.slice(contentStart, end),
    ]);
    expect(found).toEqual([
      ['A', '# A\n', 'a\n## B\nb\n### C\nc\n\nD\n---\nd\n> # no\n\n- # no\n\n'],
      ['B', '## B\n', 'b\n### C\nc\n\n'],
      ['C', '### C\n', 'c\n\n'],
      ['D', 'D\n---\n', 'd\n> # no\n\n- # no\n\n'],
      ['E', '# E\n', ''],
    ]);
  });
});

describe('a log', () => {
  const TEXT = '# Log\n\nAbout.\n\n## Two\n\nb\n---\nc\n\n```\n## no entry\n```\n\n## One\na\n';

  test('is a preamble and entries at level two', () => {
    const { preamble, entries, epilogue } = splitLog(TEXT);
    expect([preamble, epilogue]).toEqual(['# Log\n\nAbout.\n\n', '']);
    expect(entries).toEqual([
      { title: 'Two', line: 5, text: '## Two\n\nb\n---\nc\n\n```\n## no entry\n```\n\n' },
      { title: 'One', line: 15, text: '## One\na\n' },
    ]);
  });

  test('keeps the closing marker of a section around its entries', () => {
    const text = '<!-- SECTION: log -->\n## A\na\n## B\n<!-- /SECTION: log -->\nend\n## C\n';
    const { preamble, entries, epilogue } = splitLog(text);
    expect(preamble).toBe('<!-- SECTION: log -->\n');
    expect(entries.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(epilogue).toBe('<!-- /SECTION: log -->\nend\n## C\n');
  });

  test('is the same text again when it is joined', () => {
    fc.assert(
      fc.property(
        fc.oneof(markdownText, anyText()),
        lineEnding,
        fc.constantFrom('', '\uFEFF'),
        (text, ending, mark) => {
          const log = `${mark}${text}${ending}## A${ending}${text}`;
          expect(joinLog(splitLog(log))).toBe(log);
          expect(joinLog(splitLog(mark + text))).toBe(mark + text);
        },
      ),
    );
  });

  test('gets a newline between pieces that were moved', () => {
    const { preamble, entries, epilogue } = splitLog(withLineEnding('# Log\n## A\na\n## B\nb', '\r\n'));
    expect(joinLog({ preamble, entries: entries.toReversed(), epilogue })).toBe('# Log\r\n## B\r\nb\r\n## A\r\na\r\n');
  });
});

describe('list items', () => {
  const TEXT =
    '- [ ] one\n  goes on\n\n  - [x] inner\n- [X] two\n1. [ ]\n2. three [x]\n\n> * [ ] quoted\n\n```\n- [ ] code\n```\n- # head\n- [ ]no\n';

  test('have marker, box, words and place', () => {
    const found = findListItems(TEXT).map((item) => [
      item.line,
      item.lastLine,
      item.depth,
      item.marker,
      item.checkbox?.isDone,
      item.text,
    ]);
    expect(found).toEqual([
      [1, 4, 0, '-', false, 'one goes on'],
      [4, 4, 1, '-', true, 'inner'],
      [5, 5, 0, '-', true, 'two'],
      [6, 6, 0, '1.', false, ''],
      [7, 7, 0, '2.', undefined, 'three [x]'],
      [9, 9, 1, '*', false, 'quoted'],
      [14, 14, 0, '-', undefined, ''],
      [15, 15, 0, '-', undefined, '[ ]no'],
    ]);
    const [first] = findListItems(TEXT);
    expect(TEXT.slice(first?.start, first?.end)).toBe('- [ ] one\n  goes on\n\n  - [x] inner\n');
  });

  test('are checked and unchecked by one character', () => {
    const boxes = findListItems(TEXT).flatMap(({ checkbox }) => (checkbox === undefined ? [] : [checkbox]));
    const checked = applyEdits(
      TEXT,
      boxes.map((box) => planCheck(box, true)),
    );
    expect(checked).toBe(
      TEXT.replace('[ ] one', '[x] one')
        .replace('[X]', '[x]')
        .replace('1. [ ]', '1. [x]')
        .replace('[ ] quoted', '[x] quoted'),
    );
    expect(
      applyEdits(
        checked,
        boxes.map((box) => planCheck(box, false)),
      ).includes('[x] one'),
    ).toBe(false);
  });

  test('of any text lie within it, and boxes are boxes', () => {
    fc.assert(
      fc.property(fc.oneof(markdownText, anyText()), (text) => {
        for (const { checkbox, start, end } of findListItems(text)) {
          expect(start < end && end <= text.length).toBe(true);
          expect(
            checkbox === undefined || /^\[[ xX]\]$/.test(text.slice(checkbox.offset - 1, checkbox.offset + 2)),
          ).toBe(true);
        }
      }),
    );
  });
});
