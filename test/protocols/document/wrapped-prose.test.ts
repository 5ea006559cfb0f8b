import { describe, expect, test } from 'vitest';
import { shortenText } from '../../../src/protocols/document/index.ts';
import { joinWrapped, splitSentences } from '../../../src/protocols/document/extract/sentences.ts';
import { verifies } from '../../support/verifies.ts';

const FILLER = [
  'The reader closes the socket while a table loads its worker and the rest',
  'of the system goes on as it did in the weeks before. The server drops the',
  'cluster while a reader closes its module, and the rest of the system goes',
  'on as it did.',
].join('\n');
const REFUTED = [
  'Everybody in the meeting said that the following statement is simply false and was refuted by the tests:',
  'the open blocker OPS-991 is fixed in build 7731.',
].join('\n');
const FORBIDDEN = [
  'After the long talk with operations on Monday we agreed that the team must',
  'not run migration 42 on production next week, error 23505 or not.',
].join('\n');

const textsOf = (text: string): string[] => splitSentences(text).map((one) => one.text);

describe('prose with line breaks of fixed width', () => {
  verifies('UHS-023', 'a sentence over several lines is kept whole or not at all', () => {
    const text = [FILLER, FILLER, REFUTED, FILLER, FORBIDDEN, FILLER, FILLER].join('\n\n');
    const short = shortenText(text, 500);
    expect(short).toContain(REFUTED.replace('\n', ' '));
    expect(short).toContain(FORBIDDEN.replace('\n', ' '));
  });

  test.each([
    ['a blank line', 'The tests of the whole suite are green\n\nand the build is not', 2],
    ['bullets', '- fix the parser of the header\n- run the whole suite again', 2],
    ['numbered items', '1. fix the parser of the header\n2. run the whole suite again', 2],
    ['a heading', '## Open questions of the team\nwho owns the staging cluster of the team', 2],
    ['a short line with a colon', 'Next steps:\nrotate the key of the cluster', 2],
    ['labels', 'Decision: we use Postgres and not MySQL\nNext step: rotate the key', 2],
    ['rows of a table', '| a | b |\n| c | d |', 2],
    ['a fence', 'The command for this is the following\n```\nrm the old build\nrun the new one now\n```', 5],
    ['a bullet over two lines', '- fix the parser of the header, which the\n  proxy sends twice\n- run', 2],
    ['a quotation', '> nobody may run the migration before the\n> audit is over', 1],
  ])('%s', (_, text, count) => {
    expect(textsOf(text)).toHaveLength(count);
  });
});

describe('lines that are statements of their own stay apart', () => {
  test.each([
    ['times', '2026-11-01T10:00:00Z worker started with 4 threads\n2026-11-01T10:00:01Z queue drained at last'],
    ['levels', 'INFO worker started with four threads today\nERROR queue drained at last and stopped'],
    ['the same beginning', 'processed order 17 for the customer north\nprocessed order 18 for the customer south'],
    ['settings', 'retries for the worker are: 3\ntimeout: 30 seconds for each of them'],
    ['capitals', 'Compiled module src/a.ts in 33 ms, no warning\nFailed module src/b.ts in 12 ms, type error'],
    [
      'frames of a stack',
      'Error: the handle of the file is gone\n    at read (src/file.ts:12:3)\n    at run (src/a.ts:1)',
    ],
  ])('%s', (_, text) => {
    expect(joinWrapped(text)).toBe(text);
  });
});

test('the danda of Hindi ends a sentence', () => {
  expect(textsOf('परीक्षण पूरा हुआ। अगला कदम कुंजी बदलना है। कौन जिम्मेदार है?')).toHaveLength(3);
});
