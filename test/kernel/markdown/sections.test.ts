import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import {
  getSection,
  listSections,
  readSection,
  renderSection,
  replaceSection,
} from '../../../src/kernel/markdown/index.ts';
import { withLineEnding } from '../../../src/kernel/text.ts';
import { anyText, lineEnding } from '../arbitraries.ts';
import { markdownText } from './arbitraries.ts';

const open = (name: string): string => `<!-- SECTION: ${name} -->`;
const close = (name: string): string => `<!-- /SECTION: ${name} -->`;
const joined = (...lines: string[]): string => `${lines.join('\n')}\n`;

const names = (text: string): string[] => listSections(text).sections.map(({ name }) => name);
const problems = (text: string): unknown[] =>
  listSections(text).problems.map(({ kind, name, line, other }) => [
    kind,
    name,
    line,
    ...(other === undefined ? [] : [other]),
  ]);

describe('reading', () => {
  test('a section is what stands between its markers', () => {
    const text = joined('# T', open('one'), 'a', '', 'b', close('one'), 'between', open('two'), close('two'));
    expect(names(text)).toEqual(['one', 'two']);
    expect(readSection(text, 'one')).toBe('a\n\nb\n');
    expect(readSection(text, 'two')).toBe('');
    const { start, contentStart, contentEnd, end, openLine, closeLine } = getSection(text, 'one');
    expect([openLine, closeLine]).toEqual([2, 6]);
    expect([text.slice(start, contentStart), text.slice(contentEnd, end)]).toEqual([
      `${open('one')}\n`,
      `${close('one')}\n`,
    ]);
  });

  test.each([
    ['spaces left out', '<!--SECTION:a-->', '<!--/SECTION:a-->'],
    ['spaces to spare', '   <!--  SECTION:  a  -->  ', '<!-- /SECTION: a -->\t'],
    ['right behind text', 'text\n<!-- SECTION: a -->', '- item\n<!-- /SECTION: a -->'],
    ['inside a block of tags', '<details>\n<!-- SECTION: a -->', '<!-- /SECTION: a -->\n</details>'],
  ])('markers are known with %s', (_, opening, closing) => {
    expect(names(joined(opening, 'x', closing))).toEqual(['a']);
  });

  test.each([
    ['a fence', '```', '```'],
    ['a longer fence', '~~~~\n```', '~~~~'],
    ['raw HTML', '<pre>', '</pre>'],
  ])('markers inside %s are text', (_, before, after) => {
    const text = joined(open('a'), before, close('a'), open('b'), after, 'x', close('a'));
    expect(listSections(text)).toMatchObject({
      sections: [{ name: 'a', closeLine: text.split('\n').length - 1 }],
      problems: [],
    });
  });

  test('a marker inside a comment is text, and its end ends the comment', () => {
    expect(listSections(joined('<!-- off', open('a'), open('b'), close('b')))).toMatchObject({
      sections: [{ name: 'b' }],
      problems: [],
    });
  });

  test.each([['    '], ['> '], ['- '], ['\t']])('markers after %j are text', (prefix) => {
    expect(listSections(joined(prefix + open('a'), prefix + close('a')))).toEqual({ sections: [], problems: [] });
  });
});

describe('problems', () => {
  test.each([
    ['unclosed', joined(open('a'), 'x'), [['unclosed', 'a', 1]]],
    ['unopened', joined('x', close('a')), [['unopened', 'a', 2]]],
    ['nested', joined(open('a'), open('b'), close('b'), close('a')), [['nested', 'b', 2, { name: 'a', line: 1 }]]],
    [
      'crossed',
      joined(open('a'), open('b'), close('a'), close('b')),
      [
        ['nested', 'b', 2, { name: 'a', line: 1 }],
        ['crossed', 'a', 3, { name: 'b', line: 2 }],
      ],
    ],
    ['doubled', joined(open('a'), close('a'), open('a'), close('a')), [['duplicate', 'a', 3, { name: 'a', line: 1 }]]],
    [
      'not alone',
      joined(`${open('a')} x`, close('a')),
      [
        ['not-alone', 'a', 1],
        ['unopened', 'a', 2],
      ],
    ],
  ])('%s', (_, text, expected) => expect(problems(text)).toEqual(expected));

  test('keep a section from being read, those of others do not', () => {
    const text = joined(open('a'), open('b'), close('b'), close('a'), open('c'), 'x', close('c'), open('d'));
    expect(codeOf(() => readSection(text, 'a'))).toEqual(['SECTION_INVALID', [2]]);
    expect(codeOf(() => readSection(text, 'b'))).toEqual(['SECTION_INVALID', [2]]);
    expect(codeOf(() => readSection(text, 'd'))).toEqual(['SECTION_INVALID', [8]]);
    expect(readSection(text, 'c')).toBe('x\n');
  });

  test('a missing section is named with those there are', () => {
    expect(() => getSection(joined(open('a'), close('a')), 'b')).toThrow(
      expect.objectContaining({
        code: 'SECTION_NOT_FOUND',
        details: expect.objectContaining({ section: 'b', known: ['a'] }),
        hint: 'its sections are a',
      }),
    );
  });
});

function codeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof BatonError ? [error.code, error.details['lines']] : error;
  }
}

describe('replacing', () => {
  test('keeps every byte outside, whatever stands there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '\uFEFF'),
        fc.oneof(markdownText, anyText()),
        fc.oneof(markdownText, anyText()),
        fc.oneof(markdownText, anyText()),
        lineEnding,
        fc.boolean(),
        (mark, before, body, after, ending, isClosed) => {
          const head = `${mark}${before}${ending}${ending}${open('a')}${ending}`;
          const tail = `${close('a')}${isClosed ? ending + after : ''}`;
          const text = `${head}old${ending}${tail}`;
          // Marks left open before the section hide it, and a body that breaks the markers is refused.
          const result = codeOf(() => replaceSection(text, 'a', body));
          fc.pre(typeof result === 'string');
          expect(result).toSatisfy((each: string) => each.startsWith(head) && each.endsWith(tail));
          const content = String(result).slice(head.length, String(result).length - tail.length);
          expect(withLineEnding(content, '\n').replace(/\n$/, '')).toBe(withLineEnding(body, '\n').replace(/\n$/, ''));
          expect(readSection(String(result), 'a')).toBe(content);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('takes the file’s line endings', () => {
    const text = withLineEnding(joined('# T', open('a'), 'x', close('a')), '\r\n');
    expect(replaceSection(text, 'a', 'one\ntwo')).toBe(`# T\r\n${open('a')}\r\none\r\ntwo\r\n${close('a')}\r\n`);
    expect(replaceSection(text, 'a', '')).toBe(`# T\r\n${open('a')}\r\n${close('a')}\r\n`);
  });

  test.each([
    ['an open fence', '```\nx'],
    ['an open comment', '<!-- x'],
    ['its own closing marker', close('a')],
    ['another section', joined(open('b'), close('b'))],
    ['raw HTML without end', '<script>'],
  ])('refuses %s', (_, body) => {
    const text = joined(open('a'), 'x', close('a'), 'end');
    expect(() => replaceSection(text, 'a', body)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  test('a new section can be read at its place', () => {
    fc.assert(
      fc.property(lineEnding, (ending) => {
        const around = `# T${ending}${ending}`;
        const text = around + renderSection('new one', 'a\nb', around);
        expect(readSection(text, 'new one')).toBe(`a${ending}b${ending}`);
      }),
    );
  });
});
