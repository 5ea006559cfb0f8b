import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCase, isAscii } from '../../src/kernel/any-case.ts';

const WORDS = ['Done', 'KELVIN', '\u212A', 'ſ', 'wip', 's', 'k', '—', '(', ')', ' ', 'ß', 'É'];

describe('a pattern for any case', () => {
  test('says of every text what the pattern with the cases of Unicode says', () => {
    for (const pattern of [String.raw`\b(?:done|wip)\b`, String.raw`^\W*[a-k]+`, 'k|ß', String.raw`\((?:s|é)[^)]*\)`]) {
      const isSaid = anyCase(pattern);
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string())), (parts) => {
          const text = parts.join('');
          expect(isSaid(text)).toBe(new RegExp(pattern, 'iu').test(text));
        }),
      );
    }
  });

  test('knows ASCII', () => {
    expect(['', 'a~\u007F', '\u0080', 'é', '🚀'].map(isAscii)).toEqual([true, true, false, false, false]);
  });
});
