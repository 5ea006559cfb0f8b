import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeywordAutomaton } from '../../src/guard/text/keyword-automaton.ts';

function hitsOf(words: readonly string[], text: string): [string, number][] {
  const hits: [string, number][] = [];
  createKeywordAutomaton(words).scan(text, 0, text.length, (word, end) => hits.push([words[word] as string, end]));
  return hits;
}

test('every occurrence is found, also of words inside others', () => {
  expect(hitsOf(['he', 'she', 'hers'], 'ushers')).toEqual([
    ['she', 4],
    ['he', 4],
    ['hers', 6],
  ]);
});

test('case, accents, curly apostrophes and the amount of white space do not matter', () => {
  expect(hitsOf(["don't tell", 'precedent'], 'DON’T \n tell the PRÉCÉDENT').map(([word]) => word)).toEqual([
    "don't tell",
    'precedent',
  ]);
});

test('it agrees with a search word by word', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c') }),
      (words, text) => {
        const expected: [string, number][] = [];
        for (let end = 1; end <= text.length; end += 1) {
          for (const word of words) if (text.slice(0, end).endsWith(word)) expected.push([word, end]);
        }
        const order = (a: [string, number], b: [string, number]): number => a[1] - b[1] || b[0].length - a[0].length;
        expect(hitsOf(words, text).sort(order)).toEqual(expected.sort(order));
      },
    ),
  );
});

test('white space after a keyword that ends in some is matched once', () => {
  expect(hitsOf(['basic ', 'a b'], 'basic \n\t x a \n b')).toEqual([
    ['basic ', 6],
    ['a b', 16],
  ]);
});

test('where words are told apart, keywords are met only where one begins, and all of those', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' '), minLength: 1, maxLength: 5 });
  const single = (text: string): string => text.replaceAll(/ +/g, ' ');
  fc.assert(
    fc.property(
      fc.uniqueArray(letters.map(single), { minLength: 1, maxLength: 6 }),
      fc.array(letters),
      (words, parts) => {
        const text = single(parts.join(''));
        const expected: string[] = [];
        for (let start = 0; start < text.length; start += 1) {
          const isInside = /[a-z][a-z]/.test(text.slice(Math.max(0, start - 1), start + 1)) && start > 0;
          for (const word of words) if (!isInside && text.startsWith(word, start)) expected.push(`${word} ${start}`);
        }
        const found: string[] = [];
        createKeywordAutomaton(words, { wordUnits: [[97, 122]] }).scan(text, 0, text.length, (word, end) =>
          found.push(`${words[word]} ${end - (words[word] as string).length}`),
        );
        expect(found.sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 500 },
  );
});
