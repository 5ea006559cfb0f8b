import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findTables,
  planAddColumn,
  planAddRow,
  planRemoveRow,
  planSetCells,
  type Table,
} from '../../../src/kernel/markdown/index.ts';
import { applyEdits } from '../../../src/kernel/text.ts';
import { anyText, lineEnding } from '../arbitraries.ts';

function onlyTable(text: string): Table {
  const [table, ...others] = findTables(text);
  if (table === undefined || others.length > 0) throw new Error(`not one table: ${JSON.stringify(text)}`);
  return table;
}

const cells = (text: string): string[][] => {
  const { columns, rows } = onlyTable(text);
  return [[...columns], ...rows.map((row) => [...row.cells])];
};

describe('reading', () => {
  test('columns, rows, alignments and their lines', () => {
    const text =
      'text\n\n| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | 4 |\n| 5 |\n| 6 | 7 | 8 | 9 | 10 |\n\nend\n';
    const table = onlyTable(text);
    expect(table).toMatchObject({ line: 3, columns: ['a', 'b', 'c', 'd'] });
    expect(table.alignments).toEqual([undefined, 'left', 'center', 'right']);
    expect(table.rows.map((row) => [row.line, ...row.cells])).toEqual([
      [5, '1', '2', '3', '4'],
      [6, '5', '', '', ''],
      [7, '6', '7', '8', '9'],
    ]);
  });

  test.each([
    [
      'no pipes at the ends',
      'a | b\n--|--\n1 | 2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', '| a |\n|-|\n1\n', [['a'], ['1']]],
    [
      'escaped pipes',
      '| a\\|b | `c\\|d` |\n|-|-|\n| \\| | \\\\ |\n',
      [
        ['a|b', '`c|d`'],
        ['|', '\\\\'],
      ],
    ],
    [
      'empty cells',
      '|a||\n|-|-|\n||x|\n',
      [
        ['a', ''],
        ['', 'x'],
      ],
    ],
    [
      'words before it in the same paragraph',
      'words\na|b\n-|-\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'emoji',
      '| 😀 | status |\n|-|-|\n| ✅ | 👩‍💻 |\n',
      [
        ['😀', 'status'],
        ['✅', '👩‍💻'],
      ],
    ],
    ['indentation', '  | a |\n  |---|\n  | 1 |\n', [['a'], ['1']]],
  ])('%s', (_, text, expected) => expect(cells(text)).toEqual(expected));

  test.each([
    ['a fence', '```\n|a|\n|-|\n```\n'],
    ['too few columns below', '| a | b |\n|---|\n'],
    ['too many columns below', '| a |\n|---|---|\n'],
    ['a heading', 'a\n-\n'],
    ['no dashes', '| a |\n| : |\n'],
    ['a quote', '> | a |\n> |---|\n'],
    ['indented code', '    | a |\n    |---|\n'],
    ['a comment', '<!--\n| a |\n|---|\n-->\n'],
  ])('none in %s', (_, text) => expect(findTables(text)).toEqual([]));

  test.each([['\n'], ['# h\n'], ['> q\n'], ['- i\n'], ['```\n'], ['<div>\n'], ['***\n']])(
    'a table ends before %j',
    (line) => {
      expect(cells(`|a|\n|-|\n|1|\n${line}`)).toEqual([['a'], ['1']]);
    },
  );
});

describe('changing', () => {
  const TABLE =
    '| Claim   | Status | Note |\n|:--------|:------:|------|\n| it runs | ok     |      |\n|x|y|z|\n| last';

  test('one cell, and columns stay in line', () => {
    const text = applyEdits(TABLE, planSetCells(TABLE, onlyTable(TABLE), 0, [undefined, 'bad']));
    expect(text).toBe(TABLE.replace('| ok     |', '| bad    |'));
  });

  test('a cell of a tight row stays tight', () => {
    const text = applyEdits(TABLE, planSetCells(TABLE, onlyTable(TABLE), 1, ['long words']));
    expect(text).toBe(TABLE.replace('|x|y|z|', '|long words|y|z|'));
  });

  test('cells a row has not', () => {
    const text = applyEdits(TABLE, planSetCells(TABLE, onlyTable(TABLE), 2, [undefined, undefined, 'new']));
    expect(text).toBe(`${TABLE} |  | new`);
  });

  test('a row at the end, with or without a newline there', () => {
    expect(applyEdits(TABLE, [planAddRow(TABLE, onlyTable(TABLE), ['a', 'b|c'])])).toBe(`${TABLE}\n| a | b\\|c |  |`);
    const closed = '\uFEFF|a|\r\n|-|\r\nend\r\n\r\ntext';
    expect(applyEdits(closed, [planAddRow(closed, onlyTable(closed), ['1'])])).toBe(
      '\uFEFF|a|\r\n|-|\r\nend\r\n| 1 |\r\n\r\ntext',
    );
  });

  test('a row goes with its line', () => {
    expect(applyEdits(TABLE, [planRemoveRow(onlyTable(TABLE), 1)])).toBe(TABLE.replace('|x|y|z|\n', ''));
  });

  test('a column, only where it says something', () => {
    expect(applyEdits(TABLE, planAddColumn(onlyTable(TABLE), 'Trace', ['t1', ''])).split('\n')).toEqual([
      '| Claim   | Status | Note | Trace |',
      '|:--------|:------:|------| ----- |',
      '| it runs | ok     |      | t1 |',
      '|x|y|z|',
      '| last',
    ]);
  });

  test('rows and columns there are not are refused', () => {
    const table = onlyTable(TABLE);
    expect(() => planSetCells(TABLE, table, 3, ['x'])).toThrow('has no row 4');
    expect(() => planSetCells(TABLE, table, 0, ['1', '2', '3', '4'])).toThrow('has 3 columns, not 4');
    expect(() => planAddRow(TABLE, table, ['1', '2', '3', '4'])).toThrow('has 3 columns, not 4');
    expect(() => planRemoveRow(table, -1)).toThrow('has no row 0');
  });
});

const cellValue = fc.oneof(
  fc.constantFrom('', '-', '- x', '# h', '|', '\\', 'a\\', '\\|', '```', '1.', '>', ':-:', ' a ', '<!--', '😀'),
  anyText(6),
);

/** Tables in every style, with rows too short and too long. */
const tableText = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.array(fc.constantFrom('a', 'b c', 'x\\|y', '', '😀', '`|'), { minLength: 1, maxLength: 5 }), {
      maxLength: 4,
    }),
    fc.constantFrom(['| ', ' | ', ' |'], ['|', '|', '|'], ['', ' | ', ''], ['|', '|', ''], ['', '|', '|']),
    lineEnding,
    fc.boolean(),
  )
  .map(([width, rows, [left = '', between = '', right = ''], ending, isClosed]) => {
    const row = (values: string[]): string => left + values.join(between) + right;
    const header = row(Array.from({ length: width }, (_, index) => `h${index}`));
    const lines = [header, row(Array<string>(width).fill('---')), ...rows.map((values) => row(['w', ...values]))];
    return `# T${ending}${ending}${lines.join(ending)}${isClosed ? `${ending}${ending}end${ending}` : ''}`;
  })
  .filter((text) => findTables(text).length === 1);

/** What a cell can say: one line, white space at its ends off. */
const said = (value: string): string =>
  value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

describe('whatever is written', () => {
  test('cells set are read back, and all others stay', () => {
    fc.assert(
      fc.property(
        tableText,
        fc.nat(3),
        fc.array(fc.option(cellValue, { nil: undefined }), { maxLength: 4 }),
        (text, at, values) => {
          const table = onlyTable(text);
          fc.pre(table.rows.length > 0 && values.length <= table.columns.length);
          const row = at % table.rows.length;
          const result = onlyTable(applyEdits(text, planSetCells(text, table, row, values)));
          const expected = table.rows.map(({ cells: old }, index) =>
            index === row
              ? old.map((cell, column) => (values[column] === undefined ? cell : said(values[column])))
              : old,
          );
          expect(result.rows.map((each) => each.cells)).toEqual(expected);
          expect(result.columns).toEqual(table.columns);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('rows added are read back, and all before them stay', () => {
    fc.assert(
      fc.property(tableText, fc.array(cellValue, { maxLength: 4 }), (text, values) => {
        const table = onlyTable(text);
        fc.pre(values.length <= table.columns.length);
        const result = onlyTable(applyEdits(text, [planAddRow(text, table, values)]));
        const added = table.columns.map((_, column) => said(values[column] ?? ''));
        expect(result.rows.map((row) => row.cells)).toEqual([...table.rows.map((row) => row.cells), added]);
      }),
      { numRuns: 600 },
    );
  });

  test('columns added are read back, and rows removed are gone', () => {
    fc.assert(
      fc.property(tableText, cellValue, fc.array(cellValue, { maxLength: 4 }), fc.nat(3), (text, title, values, at) => {
        const table = onlyTable(text);
        const wide = applyEdits(text, planAddColumn(table, title, values));
        const result = onlyTable(wide);
        expect(result.columns).toEqual([...table.columns, said(title)]);
        expect(result.alignments).toEqual([...table.alignments, undefined]);
        expect(result.rows.map((row) => row.cells)).toEqual(
          table.rows.map((row, index) => [...row.cells, said(values[index] ?? '')]),
        );
        const gone = at % (result.rows.length + 1);
        fc.pre(gone < result.rows.length);
        expect(onlyTable(applyEdits(wide, [planRemoveRow(result, gone)])).rows.map((row) => row.cells)).toEqual(
          result.rows.toSpliced(gone, 1).map((row) => row.cells),
        );
      }),
      { numRuns: 600 },
    );
  });
});
