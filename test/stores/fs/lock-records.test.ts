import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  claimName,
  generationName,
  parseHolder,
  parseLockFolder,
  releasedName,
  renderHolder,
  toLockHolder,
  type HolderRecord,
} from '../../../src/stores/fs/locks/lock-holder.ts';

const holder: fc.Arbitrary<HolderRecord> = fc.record({
  owner: fc.string({ unit: 'grapheme' }),
  acquiredAtMs: fc.nat(),
  process: fc.oneof(
    fc.record({ pid: fc.nat(), host: fc.string() }),
    fc.record({ pid: fc.nat(), host: fc.string(), started: fc.string() }),
  ),
});

describe('the record of a holder', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(holder, (record) => {
        expect(parseHolder(renderHolder(record))).toEqual(record);
      }),
    );
  });

  test('cut anywhere, it is not complete', () => {
    fc.assert(
      fc.property(holder, fc.nat(), (record, dice) => {
        const bytes = renderHolder(record);
        expect(parseHolder(bytes.subarray(0, dice % bytes.length))).toBeUndefined();
      }),
    );
  });

  test('anything else is no holder', () => {
    const others = ['', '\n', '{}\n', 'null\n', '[]\n', '{"owner":"x"}\n', '\0'.repeat(80)];
    const wrong = { owner: 'x', acquiredAtMs: 1, process: { pid: 1, host: 'h' } };
    const types = [
      { ...wrong, owner: 1 },
      { ...wrong, acquiredAtMs: '1' },
      { ...wrong, process: { pid: '1', host: 'h' } },
    ];
    const texts = [...others, ...types.map((value) => `${JSON.stringify(value)}\n`)];
    expect(texts.map((text) => parseHolder(Buffer.from(text)))).toEqual(texts.map(() => undefined));
  });

  test('gives an age that is never negative, whatever the clocks say', () => {
    const record = { owner: 'x', acquiredAtMs: 1000, process: { pid: 1, host: 'h' } };
    expect(toLockHolder(record, 1500)).toEqual({ owner: 'x', acquiredAtMs: 1000, pid: 1, host: 'h', ageMs: 500 });
    expect(toLockHolder(record, 500).ageMs).toBe(0);
  });
});

describe('the folder of a lock', () => {
  test('before anybody took it', () => {
    expect(parseLockFolder([])).toEqual({ generation: 0, released: false, waiting: [], obsolete: [] });
    expect(parseLockFolder(['.probe-1', 'notes.txt', '7', claimName(1, 'ab')]).generation).toBe(0);
  });

  test('the highest generation counts, released or not, in any order of names', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1 }),
        fc.boolean(),
        (all, released) => {
          const highest = Math.max(...all);
          const others = all.filter((generation) => generation !== highest).map(releasedName);
          const names = [...others, ...all.map(generationName), 'wanted', ...(released ? [releasedName(highest)] : [])];
          const folder = parseLockFolder(names.toSorted());
          expect(folder).toMatchObject({ generation: highest, released });
          expect(parseLockFolder(names.toReversed())).toMatchObject({ generation: highest, released });
        },
      ),
    );
  });

  test('only what is long past may be swept away', () => {
    const names = Array.from({ length: 40 }, (_, n) => [generationName(n + 1), releasedName(n + 1)]).flat();
    const { obsolete } = parseLockFolder([...names, claimName(3, 'ab'), 'wanted']);
    const generations = obsolete.map((name) => Number(name.slice(0, 8)));
    expect(Math.max(...generations)).toBe(23);
    expect(obsolete).toContain(claimName(3, 'ab'));
    expect(obsolete).toHaveLength(2 * 23 + 1);
  });
});
