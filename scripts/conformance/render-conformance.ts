import type { PageRequirements } from './requirements.ts';

/** docs/conformance.md: the same numbers and proofs always give the same bytes. */
export function renderConformance(pages: readonly PageRequirements[], proven: ReadonlySet<string>): string {
  const counts = pages.map(({ page, requirements }) => ({
    page,
    proven: requirements.filter(({ id }) => proven.has(id)).length,
    all: requirements.length,
  }));
  const total = { proven: sum(counts.map((row) => row.proven)), all: sum(counts.map((row) => row.all)) };
  return [
    '# Conformance',
    '',
    '<!-- Written by `npm run conformance` from conformance/*.json and the tests. Edits here are overwritten. -->',
    '',
    'Every requirement has a number. It counts as proven when a test that an npm script runs names it with `verifies(…)`',
    'and would fail if the behaviour broke; `npm run mutants` breaks it on purpose and checks that a test fails.',
    'A number that is incomplete counts as not proven, whatever its tests show.',
    '`npm run conformance -- --where ID` prints the tests that prove a number.',
    '',
    '| Page | Numbers | Proven | Of |',
    '|---|---|---:|---:|',
    ...counts.map(
      (row) => `| [${row.page.title}](#${anchor(row.page.title)}) | ${row.page.prefix} | ${row.proven} | ${row.all} |`,
    ),
    `| All | | ${total.proven} | ${total.all} |`,
    ...pages.flatMap((page) => renderPage(page, proven)),
    '',
  ].join('\n');
}

const renderPage = ({ page, requirements }: PageRequirements, proven: ReadonlySet<string>): string[] => [
  '',
  `## ${page.title}`,
  '',
  '| ID | Requirement | Status |',
  '|---|---|---|',
  ...requirements.map(
    ({ id, text, missing }) =>
      `| ${id} | ${cell(text)} | ${proven.has(id) ? 'proven' : missing === undefined ? 'not yet' : `partly: ${cell(missing)}`} |`,
  ),
];

const cell = (text: string): string => text.replaceAll('|', '\\|');

const anchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
