import { expect, test } from 'vitest';
import type { DocumentIssue } from '../../../../src/protocols/document/index.ts';
import { showIssues } from '../../../../src/surfaces/cli/commands/doc/show-document.ts';
import { chooseStyle } from '../../../../src/surfaces/cli/style.ts';

const style = chooseStyle({}, false);
const issue = (message: string): DocumentIssue => ({ rule: 'a-rule', path: '/handoff', message, repair: 'repair it' });

test('the same warning is said once, with how often it occurs', () => {
  const warnings = [issue('one'), ...Array.from({ length: 49 }, () => issue('many'))];
  expect(showIssues([], warnings, style).join('\n')).toBe(
    '  ! one (a-rule)\n    → repair it\n  ! many (a-rule)\n    → repair it\n    49 times',
  );
});

test('of many different ones the first are shown, and the others counted', () => {
  const errors = Array.from({ length: 30 }, (_, index) => issue(`fault ${index}`));
  const lines = showIssues(errors, [], style, { errors: 5, warnings: 0 });
  expect(lines.at(-1)).toBe('  and 15 more errors');
});
