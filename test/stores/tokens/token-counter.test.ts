import { sha256Hex } from '../../../src/kernel/hash.ts';
import { TOKENIZER_UNAVAILABLE } from '../../../src/kernel/token-estimate.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { nodeDisk } from '../../../src/stores/fs/node-disk.ts';
import { loadO200k } from '../../../src/stores/tokens/o200k.ts';
import { createTokenCounter, type KeepingTokenCounter } from '../../../src/stores/tokens/index.ts';
import { verifies } from '../../support/verifies.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-tokens-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newFolder = (): string => join(mkdtempSync(join(root, 'cache-')), 'not', 'there', 'yet');

/** Counts characters, and how often it was loaded and asked: enough to see who is asked when. */
function fakeTokenizer(): { load(): Promise<(text: string) => number>; loads: number; asked: string[] } {
  const fake = {
    loads: 0,
    asked: [] as string[],
    load: async () => {
      fake.loads += 1;
      return (text: string) => {
        fake.asked.push(text);
        return text.length;
      };
    },
  };
  return fake;
}

const missing = async (): Promise<never> => {
  throw new Error('Cannot find module');
};

function counterWithout(cacheFolder?: string): { counter: KeepingTokenCounter; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const folder = cacheFolder === undefined ? {} : { cacheFolder };
  return { counter: createTokenCounter({ disk: nodeDisk, load: missing, warn, ...folder }), warnings };
}

describe('the real tokenizer', () => {
  const counter = createTokenCounter({ disk: nodeDisk });

  // Counts as published with the encoding.
  test.each([
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 8],
    ['', 0],
  ])('%s', async (text, tokens) => {
    expect(await counter.count(text)).toBe(tokens);
    expect(counter.method).toBe('o200k_base');
  });

  test('marks with a meaning for models count as the text they are', async () => {
    expect(await counter.count('<|im_start|>system<|endoftext|>')).toBeGreaterThan(8);
  });

  test('a half of a character is counted, not an error', async () => {
    expect(await counter.count('a\uD800b')).toBeGreaterThan(0);
  });

  test('real documents and code get the very count of the encoding', async () => {
    const folder = join(import.meta.dirname, '../../../src');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .slice(0, 30)
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(10);
    expect(await counter.countAll(texts)).toEqual(texts.map((text) => countTokens(text)));
  });

  test('a hundred kilobytes of one letter end in time', async () => {
    expect(await counter.count('a'.repeat(100_000))).toBe(12_500);
  });
});

verifies('SUR-002', 'a server reads the table of tokens once', async () => {
  expect(await loadO200k()).toBe(await loadO200k());
});

verifies('SUR-002', 'a platform counts with the counter it is given, which outlives it', async () => {
  const tokens = createTokenCounter({ disk: nodeDisk });
  const platform = await composePlatform({ folder: root, environment: process.env, tokens });
  await platform.close();
  expect(platform.tokens).toBe(tokens);
});

describe('without a tokenizer', () => {
  verifies('UHS-011', 'a missing tokenizer means bytes/4, said once in the words of the protocol', async () => {
    const { counter, warnings } = counterWithout();
    expect(await counter.countAll(['', 'abc', 'abcdefgh', '€€€€'])).toEqual([0, 0, 2, 3]);
    expect(await counter.count('x'.repeat(401))).toBe(100);
    expect(counter.method).toBe('bytes/4');
    expect(warnings).toEqual(['tiktoken unavailable. Using estimation.']);
    expect(TOKENIZER_UNAVAILABLE).toBe(warnings[0]);
  });

  verifies('UHS-011', 'bytes/4 on request asks for no tokenizer and warns of nothing', async () => {
    const warnings: string[] = [];
    const load = missing;
    const counter = createTokenCounter({
      disk: nodeDisk,
      method: 'bytes/4',
      load,
      warn: (text) => void warnings.push(text),
    });
    expect([await counter.count('Grüße'), await counter.countAll(['abcd', '']), counter.method]).toEqual([
      1,
      [1, 0],
      'bytes/4',
    ]);
    expect(warnings).toEqual([]);
  });

  test('estimates are never kept, and once one was made all counts are estimates', async () => {
    const cacheFolder = newFolder();
    const fake = fakeTokenizer();
    const before = createTokenCounter({ disk: nodeDisk, cacheFolder, load: fake.load });
    await before.count('a text that is cached');
    await before.flush();

    const { counter, warnings } = counterWithout(cacheFolder);
    expect([await counter.count('a text that is cached'), counter.method]).toEqual([21, 'o200k_base']);
    expect(await counter.countAll(['a text that is cached', 'another'])).toEqual([5, 1]);
    expect(await counter.count('a text that is cached')).toBe(5);
    await counter.flush();
    expect(warnings).toHaveLength(1);

    const after = createTokenCounter({ disk: nodeDisk, cacheFolder, load: fake.load });
    expect(await after.countAll(['a text that is cached', 'another'])).toEqual([21, 7]);
    expect(fake.asked).toEqual(['a text that is cached', 'another']);
  });
});

describe('when the tokenizer is asked', () => {
  test('it is loaded once, at the first unknown text, however many ask at once', async () => {
    const fake = fakeTokenizer();
    const counter = createTokenCounter({ disk: nodeDisk, cacheFolder: newFolder(), load: fake.load });
    expect(await counter.count('')).toBe(0);
    expect(fake.loads).toBe(0);
    expect(await Promise.all(['one', 'three', 'seven'].map((text) => counter.count(text)))).toEqual([3, 5, 5]);
    expect(fake.loads).toBe(1);
  });

  test('known texts are not counted again, in this process or the next', async () => {
    const cacheFolder = newFolder();
    const fake = fakeTokenizer();
    const first = createTokenCounter({ disk: nodeDisk, cacheFolder, load: fake.load });
    expect(await first.countAll(['one', 'three'])).toEqual([3, 5]);
    expect(await first.count('one')).toBe(3);
    await first.flush();
    const next = createTokenCounter({ disk: nodeDisk, cacheFolder, load: fake.load });
    expect(await next.countAll(['three', 'one'])).toEqual([5, 3]);
    expect(fake).toMatchObject({ loads: 1, asked: ['one', 'three'] });
    expect(await next.countAll(['one', 'fourth'])).toEqual([3, 6]);
    expect(fake).toMatchObject({ loads: 2, asked: ['one', 'three', 'fourth'] });
  });

  test('a text is not asked for where the count of its hash is known', async () => {
    const fake = fakeTokenizer();
    const counter = createTokenCounter({ disk: nodeDisk, cacheFolder: newFolder(), load: fake.load });
    await counter.count('Grüße');
    const known = {
      sha256: sha256Hex('Grüße'),
      get text(): string {
        throw new Error('asked for');
      },
    };
    expect(await counter.countAll([known, { sha256: sha256Hex('new'), text: 'new' }])).toEqual([5, 3]);
    expect(await counter.count('new')).toBe(3);
    expect(fake.asked).toEqual(['Grüße', 'new']);
  });

  test('without a cache folder nothing is kept', async () => {
    const fake = fakeTokenizer();
    const counter = createTokenCounter({ disk: nodeDisk, load: fake.load });
    await counter.count('one');
    expect([await counter.count('one'), fake.asked.length]).toEqual([3, 2]);
  });
});
