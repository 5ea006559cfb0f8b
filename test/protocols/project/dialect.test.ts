import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHeadingState, isNoGroup } from '../../../src/protocols/project/items/dialect.ts';

const WORDS =
  "not yet started done ready Blocked needs work to review pending on approval won't do IN_PROGRESS in-flight under way long-term mid term P0 p4 later ideas todo To-Do Completed complété terminé next steps notes rules history current focus waiting (wip) : - _ K s".split(
    ' ',
  );
const headings = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom(' ', '', '-', '_').map((glue) => parts.join(glue)));

test('a heading says the same with a sign of another language before it, which asks the patterns for all languages', () => {
  fc.assert(
    fc.property(headings, (heading) => {
      expect(findHeadingState(heading)).toBe(findHeadingState(`§ ${heading}`));
    }),
    { numRuns: 2_000 },
  );
});

test('dashes, quotes and dots beyond ASCII part words as those of ASCII', () => {
  expect(findHeadingState('Now — critical')).toBe('ready');
  expect(findHeadingState('Phase 2 … “blocked”')).toBe('blocked');
  expect(findHeadingState('in—progress')).toBeUndefined();
  expect(findHeadingState('Ideas – später')).toBe('later');
  expect(isNoGroup('Key files — where')).toBe(true);
});
