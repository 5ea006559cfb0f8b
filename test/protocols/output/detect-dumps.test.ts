import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkOutput, detectDumps, parseOutput } from '../../../src/protocols/output/index.ts';
import { verifies } from '../../support/verifies.ts';
import { block, published } from './support.ts';

const FOLDER = new URL('labelled/', import.meta.url);

/** The first word of a file's name says what it holds; `ok` holds nothing a parent should not get. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  file: ['output-file-contents', 'output-long-code'],
  code: ['output-file-contents', 'output-long-code'],
  search: ['output-search-dump', 'output-file-contents'],
  log: ['output-log'],
  trace: ['output-stack-trace'],
  ok: [],
};

const labelled = readdirSync(FOLDER).map((name) => {
  const kind = name.split('-')[0] ?? '';
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  return { name, kind, found: detectDumps(text).map(({ rule }) => rule) };
});

describe('dumps in an answer', () => {
  verifies('AOP-040', 'recall and false alarms on labelled outputs are what the docs say', () => {
    const dumps = labelled.filter(({ kind }) => kind !== 'ok');
    const missed = dumps
      .filter(({ kind, found }) => !found.some((rule) => RULES[kind]?.includes(rule)))
      .map(({ name }) => name);
    const alarms = labelled.filter(({ kind, found }) => kind === 'ok' && found.length > 0).map(({ name }) => name);
    expect({ dumps: dumps.length, missed, fine: labelled.length - dumps.length, alarms }).toEqual({
      dumps: 34,
      missed: [],
      fine: 23,
      alarms: [],
    });
  });

  verifies('AOP-040', 'each kind fails its own row of the checklist, with the line', () => {
    const rowsOf = (dump: string): string[] => {
      const text = `${dump}\n${block({ details: 'none' })}`;
      return checkOutput(text, parseOutput(text), { level: 'strict' })
        .rows.filter((row) => row.result === 'fail')
        .map((row) => `${row.number} line ${row.line}`);
    };
    const read = (name: string): string => readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
    expect(rowsOf('')).toEqual([]);
    expect(rowsOf(read('file-go'))).toEqual(['7 line 5', '9 line 1']);
    expect(rowsOf(read('search-grep'))).toEqual(['7 line 2', '9 line 1']);
    expect(rowsOf(read('code-fence'))).toEqual(['7 line 3', '9 line 1']);
    expect(rowsOf(read('log-iso'))).toEqual(['8 line 1', '9 line 1']);
    expect(rowsOf(read('trace-python'))).toEqual(['8 line 1', '9 line 1']);
  });

  verifies('AOP-040', 'the rows are the published checklist, and each fails by itself', () => {
    const failing = (text: string): number[] => {
      const { rows } = checkOutput(text, parseOutput(text, { roots: ['/home/ada'] }), { level: 'strict' });
      return rows.filter((row) => row.result === 'fail').map((row) => row.number);
    };
    expect(failing(block())).toEqual([]);
    expect(failing(block().replace('[AOP:START]', 'START'))).toEqual([1]);
    expect(failing(block({ task: 'a'.repeat(51) }))).toEqual([2]);
    expect(failing(block({ summary: `- ${'a'.repeat(600)}` }))).toEqual([3]);
    expect(failing(block({ details: '../x.json' }))).toEqual([4]);
    expect(failing(block({ status: 'done' }))).toEqual([5]);
    expect(failing(block().replace('[AOP:END]', 'END'))).toEqual([6]);
    expect(failing(`${'Long text. '.repeat(100)}\n${block()}`)).toEqual([9]);
    expect(checkOutput('', parseOutput(''), { level: 'strict' }).rows.map((row) => row.item)).toEqual([
      'Output includes [AOP:START] marker',
      '[AOP:TASK] is present and under 50 chars',
      '[AOP:SUMMARY] is present and under 600 chars',
      '[AOP:DETAILS_FILE] points to valid path or "none"',
      '[AOP:STATUS] is success, failure, or partial',
      '[AOP:END] marker present',
      'No full file contents in response',
      'No verbose logs or stack traces',
      'Details file written if needed',
    ]);
  });

  test('the published bad example is a dump', () => {
    expect(detectDumps(published('bad')).map(({ rule, line }) => `${rule}:${line}`)).toEqual([
      'output-file-contents:3',
    ]);
  });
});
