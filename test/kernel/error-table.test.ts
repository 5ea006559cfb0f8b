import { expect } from 'vitest';
import { ERRORS } from '../../src/kernel/errors/index.ts';
import { COMMANDS } from '../../src/surfaces/cli/commands.ts';
import { findCommand } from '../../src/surfaces/cli/parse-call.ts';
import { verifies } from '../support/verifies.ts';

verifies('SUR-062', 'every hint says what to do, none only points at the message', () => {
  const empty = Object.entries(ERRORS).filter(
    ([, { hint }]) => hint.length < 10 || /the (?:message|error) (?:says|gives|names|holds|quotes|lists)/.test(hint),
  );
  expect(empty).toEqual([]);
});

verifies('SUR-062', 'every command that a hint names exists', () => {
  for (const [code, { hint }] of Object.entries(ERRORS))
    for (const [, words = ''] of hint.matchAll(/(?<![\w-])baton ([a-z][a-z-]*(?: [a-z-]+)?)/g)) {
      const [first = '', second = ''] = words.trim().split(' ');
      if (first === 'help') continue;
      const isKnown = [first, `${first} ${second}`].some(
        (path) => COMMANDS.some((entry) => entry.path === path) || findGroup(path),
      );
      expect(isKnown, `${code}: baton ${words}`).toBe(true);
    }
});

const findGroup = (path: string): boolean => findCommand(COMMANDS, [path]).kind === 'group';

verifies('SUR-062', 'a permission or a missing program is no internal error', () => {
  for (const code of ['FILE_NOT_READABLE', 'FILE_NOT_WRITABLE', 'PROCESS_NOT_STARTED', 'GIT_MISSING'] as const)
    expect([code, ERRORS[code].exit]).not.toEqual([code, 70]);
});
