import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findListItems, findTables, listSections, scanMarkdown, splitLog } from '../../../src/kernel/markdown/index.ts';
import { splitLines } from '../../../src/kernel/text.ts';
import { anyText } from '../arbitraries.ts';
import { markdownText } from './arbitraries.ts';
import { ourBlocks, referenceBlocks } from './commonmark-blocks.ts';

describe('blocks are those of the reference parser', () => {
  test('in any mixture of lines', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        expect(ourBlocks(scanMarkdown(text))).toEqual(referenceBlocks(text));
      }),
      { numRuns: 4_000 },
    );
  });

  test('in any text', () => {
    // The reference takes form feeds for blanks, against its specification, and a byte order mark for text.
    const text = anyText(60).map((each) => each.replaceAll(/[\f\v\uFEFF]/g, 'x'));
    fc.assert(
      fc.property(text, (each) => {
        expect(ourBlocks(scanMarkdown(each))).toEqual(referenceBlocks(each));
      }),
      { numRuns: 1_000 },
    );
  });

  const root = join(import.meta.dirname, '../../..');
  const pages = readdirSync(root, { encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  test.each([...pages, ...docs.map((name) => join('docs', name))])('in %s', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    expect(ourBlocks(scanMarkdown(text))).toEqual(referenceBlocks(text));
  });
});

describe('a scan', () => {
  test('has the text’s lines, each with its content after marks and indentation', () => {
    fc.assert(
      fc.property(fc.oneof(markdownText, anyText()), (text) => {
        const { lines } = scanMarkdown(text);
        expect(lines.map(({ start, end, next }) => ({ start, end, next }))).toEqual(splitLines(text));
        expect(lines.every((line) => line.contentStart >= line.start && line.contentStart <= line.end)).toBe(true);
      }),
    );
  });

  test('gives headings their words', () => {
    const text = '#   One  two ##  \n\n### \\# #\n\n#\n\nThree\nfour  \n====\n\n> - ## Five\n\n[a]: /x\nSix\n---\n';
    expect(
      scanMarkdown(text).headings.map((heading) => [heading.style, heading.level, heading.text, heading.depth]),
    ).toEqual([
      ['atx', 1, 'One  two', 0],
      ['atx', 3, '\\#', 0],
      ['atx', 1, '', 0],
      ['setext', 1, 'Three\nfour', 0],
      ['atx', 2, 'Five', 2],
      ['setext', 2, 'Six', 0],
    ]);
  });

  test('tells a fence that was closed from one that ran out', () => {
    const text = '```js title\na\n````\n\n- ~~~\n  b\n\nc\n\n```\nd';
    expect(scanMarkdown(text).fences).toEqual([
      { line: 1, closeLine: 3, lastLine: 3, info: 'js title', depth: 0 },
      { line: 5, closeLine: undefined, lastLine: 7, info: '', depth: 1 },
      { line: 10, closeLine: undefined, lastLine: 11, info: '', depth: 0 },
    ]);
  });

  test('names kinds of HTML', () => {
    const lines = [
      '<pre>',
      '</pre>',
      '<!-- a',
      'b -->',
      '<?x ?>',
      '<!DOCTYPE x>',
      '<![CDATA[x]]>',
      '<div>',
      '',
      '<x-y>',
      '',
    ];
    const found = scanMarkdown(lines.join('\n')).lines.map(({ html, opens }) =>
      html === undefined ? '' : `${html}${opens ? '+' : ''}`,
    );
    expect(found.join(' ')).toBe('raw+ raw comment+ comment instruction+ declaration+ cdata+ block+  any+');
  });

  test('skips a byte order mark', () => {
    expect(scanMarkdown('\uFEFF# T\n').headings).toMatchObject([{ text: 'T', line: 1 }]);
    expect(scanMarkdown('\uFEFF').lines).toMatchObject([{ kind: 'blank' }]);
  });

  test('reads quotes and lists beyond a hundred as text', () => {
    expect(scanMarkdown(`${'> '.repeat(150)}x`).lines).toMatchObject([{ depth: 100, kind: 'text' }]);
  });
});

/** Each would take minutes if a step were made per pair of characters or lines. */
const HOSTILE: readonly (readonly [string, (size: number) => string])[] = [
  ['quotes on one line', (size) => '>'.repeat(size)],
  ['quotes line by line', (size) => '> > > > > x\n'.repeat(size / 12)],
  ['bullets on one line', (size) => '- '.repeat(size / 2)],
  ['bullets that are nearly a rule', (size) => `${'* '.repeat(size / 2)}x`],
  ['items ever deeper', (size) => Array.from({ length: Math.sqrt(size) }, (_, i) => `${'  '.repeat(i)}- x\n`).join('')],
  ['blank lines in deep items', (size) => `${'- '.repeat(99)}x\n${'\n'.repeat(size)}`],
  ['one long paragraph', (size) => 'a\n'.repeat(size / 2)],
  ['link definitions without end', (size) => '[a]: /x "\n'.repeat(size / 10)],
  ['labels without end', (size) => `${'['.repeat(size)}\n===\n`],
  ['definitions over many lines', (size) => `${"[a]:\n/x\n't\n".repeat(size / 11)}===\n`],
  ['destinations full of brackets', (size) => `[a]: ${'('.repeat(size)}\n===\n`],
  ['a tag without end', (size) => `<a ${'b=c '.repeat(size / 4)}`],
  ['attributes without values', (size) => `<a${' b ='.repeat(size / 4)}`],
  ['hashes', (size) => `# ${'#'.repeat(size)}x`],
  ['a closing run that is none', (size) => `# x${' #'.repeat(size / 2)}`],
  ['back-ticks', (size) => `${'`'.repeat(size)}x\``],
  ['white space', (size) => `x${' '.repeat(size)}y\n${'\t'.repeat(size)}`],
  ['numbers', (size) => '1'.repeat(size)],
  ['underlines', (size) => 'a\n===\n'.repeat(size / 6)],
  ['pipes', (size) => `${'|'.repeat(size / 2)}\n${'|'.repeat(size / 2)}\n`],
  ['tables', (size) => '|a|\n|-|\n'.repeat(size / 8)],
  ['a table of many columns', (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}\n`],
  ['section markers, none closed', (size) => '<!-- SECTION: a -->\n'.repeat(size / 20)],
  [
    'section markers, all nested',
    (size) => `${'<!-- SECTION: a -->\n'.repeat(size / 42)}## x\n${'<!-- /SECTION: a -->\n'.repeat(size / 42)}`,
  ],
  ['comments that begin', (size) => '<!--'.repeat(size / 4)],
  ['task boxes', (size) => '- [ ] x\n'.repeat(size / 8)],
];

describe('hostile text is read in one pass', () => {
  test.each(HOSTILE)('%s', (_, build) => {
    const text = build(120_000);
    expect(scanMarkdown(text).lines).toHaveLength(splitLines(text).length);
    expect(listSections(text).sections.length).toBeLessThan(text.length);
    expect(findTables(text).length).toBeLessThan(text.length);
    expect(findListItems(text).length).toBeLessThan(text.length);
    expect(splitLog(text).entries.length).toBeLessThan(text.length);
  });
});
