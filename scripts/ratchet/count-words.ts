import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'oxc-parser';
import { literalString, parseModule, walk } from '../support/ast.ts';
import type { RepoFiles } from '../support/repo-files.ts';
import type { Counts } from './compare-counts.ts';

/** A word or phrase that a reader stumbles over. */
export interface Word {
  readonly word: string;
  /** A regular expression without regard to case; a space means any white space. Default: the word itself. */
  readonly pattern?: string;
  /** A regular expression for names in code, taken as it is; it replaces the pattern. */
  readonly identifier?: string;
  /** What to write. */
  readonly instead: string;
}

/** A use that is right: a quotation, a term of another tool, data. */
export interface Allowed {
  readonly word: string;
  /** A file, or a folder with a slash at its end. Default: everywhere. */
  readonly path?: string;
  /** The words around it, as they are in the text. Default: every use in the path. */
  readonly text?: string;
  readonly reason: string;
}

export interface Use {
  readonly word: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const WORDS_FILE = 'scripts/ratchet/words.json';
const ALLOWED_FILE = 'scripts/ratchet/words-allowed.json';

export function countWords(files: RepoFiles): Counts {
  const counts: Record<string, number> = {};
  for (const { word } of findWords(files)) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

export const readWords = (root: string): readonly Word[] => readJson(root, WORDS_FILE);

/** Every use in code, comments, texts, docs and names of tests, but for those allowed. */
export function findWords(files: RepoFiles): Use[] {
  const words = readWords(files.root);
  const allowed = readJson<readonly Allowed[]>(files.root, ALLOWED_FILE);
  return files.paths.filter(isProse).flatMap((path) => {
    const text = files.readText(path);
    if (isGenerated(path, text)) return [];
    const prose = path.startsWith('test/') ? testNames(path, text) : text;
    return findInText(path, prose, words).filter((use) => !allowed.some((each) => isAllowed(use, each)));
  });
}

export function findInText(path: string, text: string, words: readonly Word[]): Use[] {
  const plain = splitIdentifiers(text);
  const lines = text.split('\n');
  return words.flatMap(({ word, pattern, identifier }) => {
    const [searched, expression] =
      identifier === undefined ? [plain, phrase(pattern ?? word)] : [text, new RegExp(identifier, 'g')];
    return [...searched.matchAll(expression)].map(({ index }) => {
      const line = searched.slice(0, index).split('\n').length;
      return { word, path, line, text: (lines[line - 1] ?? '').trim() };
    });
  });
}

/** `takeInAnew` and `TAKE_IN_ANEW` are made of words too. Lines stay lines. */
const splitIdentifiers = (text: string): string =>
  text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Za-z])_(?=[A-Za-z])/g, '$1 ');

/** In a comment or a quotation a phrase may go on after the sign that begins the next line. */
const phrase = (pattern: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w-])(?:${pattern.replaceAll(' ', String.raw`(?:\s+(?:\*|//|>|\|)?\s*)`)})(?![\w-])`,
    'gi',
  );

const isAllowed = (use: Use, { word, path = '', text = '' }: Allowed): boolean =>
  use.word === word &&
  (path.endsWith('/') || path === '' ? use.path.startsWith(path) : use.path === path) &&
  use.text.toLowerCase().includes(text.toLowerCase());

function isProse(path: string): boolean {
  if (path.includes('.gen.') || path.includes('/fixtures/') || path.includes('/labelled/')) return false;
  if (path.startsWith('scripts/ratchet/words')) return false;
  if (/^(?:src|board|scripts|bench|test)\//.test(path)) return /\.(?:tsx?|mjs|css|html|md)$/.test(path);
  return /^[^/]+\.(?:md|yml)$|^(?:docs|examples|integrations|demo|action)\/.*\.(?:md|mjs|sh|ya?ml)$|^conformance\/[^/]+\.json$/.test(
    path,
  );
}

/** Its source is read instead. */
const isGenerated = (path: string, text: string): boolean =>
  path.startsWith('docs/') && /^(?:<!-- Written by `npm run|Generated from )/m.test(text.slice(0, 500));

const TEST_CALLS = new Set(['test', 'it', 'describe', 'verifies']);

/** The names of tests, each on its line; the rest of a test is fixtures, in which any word may occur. */
function testNames(path: string, text: string): string {
  if (!/\.tsx?$/.test(path)) return '';
  const module = parseModule(path, text);
  const lines: string[] = [];
  walk(module.program, (node) => {
    if (node.type !== 'CallExpression' || !TEST_CALLS.has(rootName(node.callee))) return;
    for (const argument of node.arguments.slice(0, 2)) {
      const at = module.lineAt(argument.start) - 1;
      lines[at] = `${lines[at] ?? ''} ${literalText(argument)}`;
    }
  });
  return Array.from(lines, (line) => line ?? '').join('\n');
}

function literalText(node: Node): string {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join(' ');
  return literalString(node)?.replaceAll('\n', ' ') ?? '';
}

/** `test` of `test.each(…)(…)`. */
function rootName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootName(node.object);
  return node.type === 'CallExpression' ? rootName(node.callee) : '';
}

const readJson = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
