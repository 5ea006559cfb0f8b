import { posix } from 'node:path';
import type { Breach, Rule } from './rule.ts';
import type { SourceFile } from './source-tree.ts';

const MAX_LINES = 400;
const EMPTY_NAMES = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc']);
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/;

const TICKET_IN_WORDS = /\b(?:issue|ticket|bug|pull request|pr|milestone|sprint|epic)\s*#?\d+/gi;
const TICKET_BY_HASH = /(?<![\w&/])#\d+\b/g;
const TICKET_BY_KEY = /\b([A-Z]{2,6})-\d+\b/g;
/** Written like ticket keys, but names of standards, of encodings, and of Baton's own task ids. */
const NOT_TICKETS = new Set(['SHA', 'UTF', 'ISO', 'RFC', 'ECMA', 'AES', 'ANSI', 'BCP', 'CP', 'TASK']);

export const textRules: readonly Rule[] = [
  {
    name: 'telling-names',
    why: 'A file is named after what it exports; a drawer for everything has no such name.',
    check: (file) => [
      ...file.path
        .slice('src/'.length)
        .split(/[/.-]/)
        .filter((word) => EMPTY_NAMES.has(word))
        .map((word) => ({ line: 1, what: `"${word}" says nothing` })),
      ...(KEBAB_CASE.test(posix.basename(file.path)) ? [] : [{ line: 1, what: 'is not kebab-case' }]),
    ],
  },
  {
    name: 'short-files',
    why: 'A file that does not fit a sitting has more than one subject.',
    check: (file) => {
      const lines = file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0);
      return lines > MAX_LINES ? [{ line: MAX_LINES + 1, what: `has ${lines} lines, more than ${MAX_LINES}` }] : [];
    },
  },
  {
    name: 'no-tickets-in-comments',
    why: 'A comment must be understood without access to a tracker, a plan or the past.',
    check: (file) => file.comments.flatMap((comment) => ticketsIn(file, comment.value, comment.start)),
  },
];

function ticketsIn(file: SourceFile, comment: string, start: number): Breach[] {
  const matches = [
    ...comment.matchAll(TICKET_IN_WORDS),
    ...comment.matchAll(TICKET_BY_HASH),
    ...[...comment.matchAll(TICKET_BY_KEY)].filter((match) => !NOT_TICKETS.has(match[1] ?? '')),
  ];
  return matches.map((match) => ({ line: file.lineAt(start + 2 + match.index), what: `cites "${match[0]}"` }));
}
