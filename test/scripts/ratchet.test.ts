import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareCounts, lowerCounts } from '../../scripts/ratchet/compare-counts.ts';
import { findInText } from '../../scripts/ratchet/count-words.ts';
import { measureFile, movedName } from '../../scripts/ratchet/measure-sizes.ts';
import { fixtureTree, runScript } from './fixture-tree.ts';

const lines = (count: number, line = '  run();'): string => Array.from({ length: count }, () => line).join('\n');

test('named functions over 40 lines and files over 250 are measured, at their full names', () => {
  const text = [
    `function small() {\n${lines(38)}\n}`,
    `export function large() {\n${lines(39)}\n}`,
    `class Pump {\n  #start() {\n${lines(50)}\n  }\n}`,
    `export const pump = define({\n  async run() {\n${lines(40)}\n  },\n});`,
    `list.forEach(() => {\n${lines(45)}\n});`,
  ].join('\n');
  expect(measureFile('src/a.ts', `${text}\n`)).toEqual({
    'src/a.ts#large': 41,
    'src/a.ts#Pump.#start': 52,
    'src/a.ts#pump.run': 42,
  });
  expect(measureFile('src/b.ts', `${lines(250, '// none')}\n`)).toEqual({});
  expect(measureFile('src/b.ts', `${lines(251, '// none')}\n`)).toEqual({ 'src/b.ts': 251 });
});

describe('comparing with the list', () => {
  test('new and larger ones have grown, smaller and missing ones have shrunk', () => {
    expect(compareCounts({ a: 3, b: 3, c: 3, d: 3 }, { a: 4, b: 3, c: 2, e: 1 })).toEqual({
      grown: [
        { key: 'a', allowed: 3, now: 4 },
        { key: 'e', allowed: 0, now: 1 },
      ],
      shrunk: [
        { key: 'c', allowed: 3, now: 2 },
        { key: 'd', allowed: 3, now: 0 },
      ],
    });
  });

  test('lowering never raises', () => {
    expect(lowerCounts({ a: 3, b: 3, c: 3, d: 3 }, { a: 4, b: 3, c: 2, e: 1 })).toEqual({ a: 3, b: 3, c: 2 });
  });

  test('what moved may be as large as it was, and no larger', () => {
    const allowed = { 'src/old/a.ts': 300, 'src/old/a.ts#run': 50 };
    const moved = { 'src/new/room/a.ts': 300, 'src/new/room/b.ts#run': 50 };
    expect(compareCounts(allowed, moved, movedName).grown).toEqual([]);
    expect(lowerCounts(allowed, moved, movedName)).toEqual(moved);
    expect(compareCounts(allowed, { 'src/new/b.ts#run': 51 }, movedName).grown).toEqual([
      { key: 'src/new/b.ts#run', allowed: 50, now: 51 },
    ]);
    expect(compareCounts(allowed, { ...allowed, 'src/new/b.ts#run': 50 }, movedName).grown).toHaveLength(1);
  });
});

test('npm run ratchet fails on growth, lowers on request and says what can be lowered', () => {
  const list = 'scripts/ratchet/sizes.json';
  const root = fixtureTree({
    'src/a.ts': `export function run() {\n${lines(50)}\n}\n`,
    [list]: JSON.stringify({ 'src/a.ts#run': 60, 'src/gone.ts': 300 }),
  });
  const run = (...args: string[]) => runScript(root, 'scripts/ratchet.ts', ['sizes', ...args]);
  expect(run()).toEqual({ code: 0, output: 'sizes: 2 can be lowered with --update\nsizes: 1 entry, none has grown\n' });
  expect(run('--update').code).toBe(0);
  expect(JSON.parse(readFileSync(join(root, list), 'utf8'))).toEqual({ 'src/a.ts#run': 52 });
  writeFileSync(join(root, 'src/a.ts'), `export function run() {\n${lines(51)}\n}\n`);
  writeFileSync(join(root, 'src/b.ts'), `export function more() {\n${lines(40)}\n}\n`);
  for (const args of [[], ['--update']]) {
    expect(run(...args)).toEqual({
      code: 1,
      output: 'src/a.ts#run has 53 lines; it may not exceed 52\nsrc/b.ts#more has 42 lines; the limit is 40\n',
    });
  }
  expect(JSON.parse(readFileSync(join(root, list), 'utf8'))).toEqual({ 'src/a.ts#run': 52 });
  rmSync(join(root, list));
  expect(run().code).toBe(1);
  expect(run('--update').code).toBe(0);
  expect(JSON.parse(readFileSync(join(root, list), 'utf8'))).toEqual({ 'src/a.ts#run': 53, 'src/b.ts#more': 42 });
});

describe('words', () => {
  const words = [
    { word: 'mend', pattern: 'mend(?:s|ed|ing)?', instead: 'repair' },
    { word: 'takes in anew', pattern: 'takes? in anew', instead: 'imports' },
    { word: 'MOST_', identifier: String.raw`\bMOST_[A-Z]`, instead: 'MAX_' },
  ];
  const find = (text: string): string[] =>
    findInText('src/a.ts', text, words).map(({ word, line }) => `${line} ${word}`);

  test('a word is found in prose, in names and over the ends of lines', () => {
    expect(find('// It mends.\nconst mendFile = 1;\nconst MEND_MS = 2;')).toEqual(['1 mend', '2 mend', '3 mend']);
    expect(find('/**\n * Takes in\n * anew.\n */\ntakeInAnew();')).toEqual(['2 takes in anew', '5 takes in anew']);
    expect(find('const MOST_HITS = 1; // the most hits')).toEqual(['1 MOST_']);
  });

  test('a part of another word is not the word', () => {
    expect(find('recommend, amended, mend-it-all, commendable, emendation')).toEqual([]);
  });

  test('code, docs and names of tests are searched; fixtures, generated pages and allowed uses are not', () => {
    const root = fixtureTree({
      'scripts/ratchet/words.json': JSON.stringify(words),
      'scripts/ratchet/words-allowed.json': JSON.stringify([
        { word: 'mend', path: 'src/guard/', text: '"mend"', reason: 'data' },
      ]),
      'scripts/ratchet/word-counts.json': JSON.stringify({ mend: 3 }),
      'src/a.ts': "throw new BatonError('X', 'mend it');\n",
      'src/a.gen.ts': '// mend\n',
      'src/guard/words.ts': 'export const list = ["mend"];\n// mend\n',
      'docs/a.md': 'Mending\n',
      'docs/errors.md': '# Errors\n\nGenerated from `src/`.\n\nmend\n',
      'test/a.test.ts': "verifies('PRJ-001', 'mends a file', () => check('mend'));\n",
    });
    expect(runScript(root, 'scripts/ratchet.ts', ['--show', 'mend']).output).toBe(
      'docs/a.md:1: Mending\n' +
        "src/a.ts:1: throw new BatonError('X', 'mend it');\n" +
        'src/guard/words.ts:2: // mend\n' +
        'test/a.test.ts:1: PRJ-001 mends a file\n4 uses of "mend"; write instead: repair\n',
    );
    expect(runScript(root, 'scripts/ratchet.ts', ['words'])).toEqual({
      code: 1,
      output: '"mend" occurs 4 times and may occur 3 times: npm run ratchet -- --show "mend"\n',
    });
  });
});
