import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareTaskIds,
  createRandomHex,
  createSessionId,
  createUlidSource,
  createUuid,
  distinctName,
  isTaskId,
  isUlid,
  isUuid,
  isUuidV4,
  parseTaskId,
  parseUlidTime,
  renderTaskId,
  safeName,
} from '../../src/kernel/ids.ts';
import type { Random } from '../../src/kernel/ports/index.ts';
import { anyText } from './arbitraries.ts';

/** Gives the bytes it was told, then counts on. */
function fixedRandom(...bytes: number[]): Random {
  let next = 0;
  return { bytes: (size) => Uint8Array.from({ length: size }, () => bytes[next++] ?? next & 0xff) };
}

const always = (byte: number): Random => ({ bytes: (size) => new Uint8Array(size).fill(byte) });

describe('ULID', () => {
  test('time and random part are written in Crockford base 32', () => {
    const next = createUlidSource({ now: () => 1_469_918_176_385 }, always(0));
    expect(next()).toBe('01ARYZ6S410000000000000000');
  });

  test('ids sort in the order made, also within a millisecond and when the clock steps back', () => {
    const steps = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 255 }), (clockSteps, byte) => {
        let now = 1_000;
        const next = createUlidSource({ now: () => now }, always(byte));
        const made = clockSteps.map((step) => {
          now += step;
          return next();
        });
        expect(made.every(isUlid)).toBe(true);
        expect(made).toEqual([...new Set(made)].sort());
      }),
    );
  });

  test('the id after the last of a millisecond borrows the next millisecond', () => {
    const next = createUlidSource({ now: () => 7 }, always(0xff));
    expect([next(), next()].map((id) => [parseUlidTime(id), id.slice(10)])).toEqual([
      [7, 'ZZZZZZZZZZZZZZZZ'],
      [8, 'ZZZZZZZZZZZZZZZZ'],
    ]);
  });

  test('the time can be read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (epochMs) => {
        expect(parseUlidTime(createUlidSource({ now: () => epochMs }, always(1))())).toBe(epochMs);
      }),
    );
    expect(() => parseUlidTime('nope')).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  test.each([
    '01ARYZ6S41000000000000000',
    '81ARYZ6S410000000000000000',
    '01ARYZ6S41000000000000000I',
    '01aryz6s410000000000000000',
  ])('%s is none', (text) => expect(isUlid(text)).toBe(false));
});

describe('UUID', () => {
  test('version 4 whatever the random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(isUuidV4(createUuid({ bytes: () => bytes }))).toBe(true);
      }),
    );
    expect(createUuid(always(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(createUuid(always(0))).toBe('00000000-0000-4000-8000-000000000000');
  });

  test('making one leaves the random bytes as they were', () => {
    const bytes = new Uint8Array(16);
    createUuid({ bytes: () => bytes });
    expect(bytes).toEqual(new Uint8Array(16));
  });

  test.each([
    ['550e8400-e29b-41d4-a716-446655440000', true, true],
    ['550E8400-E29B-41D4-A716-446655440000', true, true],
    ['550e8400-e29b-11d4-a716-446655440000', true, false],
    ['550e8400-e29b-41d4-c716-446655440000', true, false],
    ['00000000-0000-0000-0000-000000000000', true, false],
    ['550e8400e29b41d4a716446655440000', false, false],
    ['{550e8400-e29b-41d4-a716-446655440000}', false, false],
    ['550e8400-e29b-41d4-a716-44665544000g', false, false],
    ['550e8400-e29b-41d4-a716-446655440000\n', false, false],
  ])('%s', (text, uuid, v4) => {
    expect([isUuid(text), isUuidV4(text)]).toEqual([uuid, v4]);
  });
});

test('session ids and random hex have the size asked for', () => {
  expect(createSessionId(always(0xab))).toBe('sess_abababababababab');
  expect(createRandomHex(fixedRandom(0, 1, 255), 3)).toBe('0001ff');
});

describe('task ids', () => {
  test('a fourth digit follows after 999', () => {
    expect([1, 57, 999, 1000].map((number) => renderTaskId({ date: '2026-02-09', number }))).toEqual([
      'TASK-2026-02-09-001',
      'TASK-2026-02-09-057',
      'TASK-2026-02-09-999',
      'TASK-2026-02-09-1000',
    ]);
    expect(parseTaskId('TASK-2026-02-09-1000')).toEqual({ date: '2026-02-09', number: 1000 });
  });

  test.each([
    'TASK-2026-02-09-01',
    'task-2026-02-09-001',
    'TASK-26-02-09-001',
    'TASK-2026-02-09-001 ',
    'TASK-2026-02-09-00a',
    '../TASK-2026-02-09-001',
    '',
  ])('%j is none', (text) => {
    expect(isTaskId(text)).toBe(false);
    expect(() => parseTaskId(text)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  test('they are ordered by day, then by number rather than by letter', () => {
    const ids = ['TASK-2026-02-10-001', 'TASK-2026-02-09-1000', 'TASK-2026-02-09-999', 'TASK-2025-12-31-002'];
    expect(ids.toSorted(compareTaskIds)).toEqual(ids.toReversed());
  });
});

describe('names for files', () => {
  test.each([
    ['skill-editor', 'skill-editor'],
    ['Skill Editor (v2)', 'Skill-Editor-v2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['日本', 'unnamed'],
    ['Zoë Müller', 'Zoe-Muller'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['a..b', 'a.b'],
    ['x\u0000y\n', 'x-y'],
  ])('%j becomes %s', (text, name) => expect(safeName(text)).toBe(name));

  test('any text gives a name that is safe everywhere', () => {
    fc.assert(
      fc.property(anyText(300), fc.integer({ min: 30, max: 100 }), (text, maxLength) => {
        for (const name of [safeName(text, maxLength), distinctName(text, maxLength)]) {
          expect(name).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
          expect(name.length).toBeLessThanOrEqual(maxLength + 1);
          expect(name).not.toContain('..');
        }
      }),
    );
  });

  test('different texts give different names on request, whatever the file system thinks of case', () => {
    const ids = ['ada', 'Ada', 'ADA', 'a/d/a', 'a-d-a', '日本', '中国', 'unnamed', '', distinctName('Ada')];
    const names = ids.map((id) => distinctName(id).toLowerCase());
    expect(new Set(names).size).toBe(ids.length);
    expect(distinctName('ada')).toBe('ada');
  });
});
