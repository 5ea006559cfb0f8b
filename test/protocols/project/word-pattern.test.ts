import fc from 'fast-check';
import { expect } from 'vitest';
import { parseItems } from '../../../src/protocols/project/index.ts';
import { WordPattern } from '../../../src/protocols/project/items/word-pattern.ts';
import { verifies } from '../../support/verifies.ts';

const SOURCE = String.raw`\b(?:done|needs? (?!to\b)\S+|später|đang chờ)\b|完成|🚫|[oa]s?K\W`;

verifies(['PRJ-160'], 'a word is found in any text as one pattern for all of Unicode finds it', () => {
  const whole = new RegExp(SOURCE, 'iu');
  const pattern = new WordPattern(SOURCE);
  const piece = fc.oneof(
    fc.constantFrom(
      'done',
      'DONE',
      'need to',
      'Needs it',
      'Später',
      'ĐANG CHỜ',
      '完成',
      '🚫',
      'oſK-',
      'ak.',
      '_',
      ' ',
      'ſ',
      '\u212A',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      expect(pattern.test(pieces.join(''))).toBe(whole.test(pieces.join('')));
    }),
    { numRuns: 300 },
  );
});

verifies(['PRJ-160'], 'headings and entries in ASCII and in other scripts say the same states', () => {
  const states = (heading: string, entry = 'x') =>
    parseItems(`## ${heading}\n\n- [ ] ${entry}\n`).items.map(({ id, state }) => [id, state]);
  expect(states('Später')).toEqual([[undefined, 'later']]);
  expect(states('LATER')).toEqual([[undefined, 'later']]);
  expect(states('⏳ Ready')).toEqual([[undefined, 'ready']]);
  expect(states('阻塞')).toEqual([[undefined, 'blocked']]);
  expect(states('Ready', 'ABC1-2: Renew (Blocked: by Zoë)')).toEqual([['ABC1-2', 'blocked']]);
  expect(states('Ready', 'P6 - Renew (WIP)')).toEqual([['P6', 'in_progress']]);
});
