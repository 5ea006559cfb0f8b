import fc from 'fast-check';
import { expect } from 'vitest';
import { parseItems } from '../../../src/protocols/project/index.ts';
import { listWords, WordPattern } from '../../../src/protocols/project/items/word-pattern.ts';
import { verifies } from '../../support/verifies.ts';

const NAMES = String.raw`done|needs? (?!to\b)\S+|later|später|terminée?s?|đang chờ`;
const OTHER = String.raw`\b(?:wip|k)\b|[oa]s?K\W`;

verifies(['PRJ-160'], 'a word is found in any text as one pattern for all of Unicode finds it', () => {
  const pairs = [
    [listWords(NAMES, '完成|🚫'), new RegExp(`(?<![\\p{L}\\p{N}_])(?:${NAMES})(?![\\p{L}\\p{N}_])|完成|🚫`, 'iu')],
    [new WordPattern(OTHER), new RegExp(OTHER, 'iu')],
  ] as const;
  const words = ['done', 'DONE', 'need to', 'Needs it', 'later', 'Später', 'terminée', 'ĐANG CHỜ', '完成', '🚫'];
  const piece = fc.oneof(
    fc.constantFrom(...words, 'WIP', 'oſK-', 'ak.', '_', ' ', '1', 'ſ', '\u212A'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      for (const [pattern, whole] of pairs) expect(pattern.test(pieces.join(''))).toBe(whole.test(pieces.join('')));
    }),
    { numRuns: 200 },
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
