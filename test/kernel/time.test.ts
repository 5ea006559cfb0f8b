import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findDuration,
  findIsoDate,
  findIsoTime,
  parseDuration,
  parseIsoTime,
  renderAge,
  renderCompactTime,
  renderDuration,
  renderIsoDate,
  renderIsoSeconds,
  renderIsoTime,
} from '../../src/kernel/time.ts';

const utc = (...parts: Parameters<typeof Date.UTC>): number => Date.UTC(...parts);

describe('points in time', () => {
  test.each([
    ['2026-02-09T21:00:00Z', utc(2026, 1, 9, 21), true, 0],
    ['2026-02-09T21:00:00.000Z', utc(2026, 1, 9, 21), true, 0],
    ['2026-02-09T21:00:00.1239Z', utc(2026, 1, 9, 21, 0, 0, 123), true, 0],
    ['2026-02-09T21:00:00,5z', utc(2026, 1, 9, 21, 0, 0, 500), true, 0],
    ['2026-02-09t21:00Z', utc(2026, 1, 9, 21), true, 0],
    ['2026-02-09T21:00:00+02:00', utc(2026, 1, 9, 19), false, 120],
    ['2026-02-09T21:00:00-0930', utc(2026, 1, 10, 6, 30), false, -570],
    ['2026-02-09T21:00:00+00:00', utc(2026, 1, 9, 21), false, 0],
    ['2026-02-09T21:00:00+05', utc(2026, 1, 9, 16), false, 300],
    ['2024-02-29T00:00:00Z', utc(2024, 1, 29), true, 0],
    ['2000-02-29T00:00:00Z', utc(2000, 1, 29), true, 0],
    ['2016-12-31T23:59:60Z', utc(2017, 0, 1), true, 0],
    ['2017-01-01T00:59:60+01:00', utc(2017, 0, 1), false, 60],
  ])('%s is read', (text, epochMs, isUtc, offsetMinutes) => {
    expect(findIsoTime(text)).toEqual({ epochMs, isUtc, offsetMinutes });
  });

  test.each([
    '2026-13-45T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T12:00:60Z',
    '2026-01-01T23:59:61Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:60',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '20260101T000000Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
    '2026-01-01T00:00:00.Z',
    '2026-1-1T00:00:00Z',
    '1767225600',
    '',
  ])('%j is not a point in time', (text) => {
    expect(findIsoTime(text)).toBeUndefined();
  });

  test('every moment of every year 0 to 9999 survives writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: utc(9999, 11, 31) }), (epochMs) => {
        expect(parseIsoTime(renderIsoTime(epochMs)).epochMs).toBe(epochMs);
        expect(parseIsoTime(renderIsoSeconds(epochMs)).epochMs).toBe(Math.floor(epochMs / 1000) * 1000);
        expect(findIsoDate(renderIsoDate(epochMs))).toBe(Math.floor(epochMs / 86_400_000) * 86_400_000);
      }),
    );
  });

  test('the forms for logs, days and file names', () => {
    const epochMs = utc(2026, 1, 9, 21, 5, 7, 89);
    expect(renderIsoTime(epochMs)).toBe('2026-02-09T21:05:07.089Z');
    expect(renderIsoSeconds(epochMs)).toBe('2026-02-09T21:05:07Z');
    expect(renderIsoDate(epochMs)).toBe('2026-02-09');
    expect(renderCompactTime(epochMs)).toBe('20260209T210507Z');
  });

  test('a day must be in the calendar', () => {
    expect(findIsoDate('2026-02-26')).toBe(utc(2026, 1, 26));
    expect(['2026-02-29', '2026-2-26', '2026-02-26T00:00:00Z', 'soon'].map(findIsoDate)).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('a wrong time is told with the form expected', () => {
    expect(() => parseIsoTime('tomorrow')).toThrow('"tomorrow" is not an ISO 8601 date and time with Z or an offset');
  });
});

describe('lengths of time', () => {
  test.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['3d', 259_200_000],
    ['2w', 1_209_600_000],
    ['30d', 2_592_000_000],
    ['0s', 0],
  ])('%s', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
    expect(renderDuration(durationMs)).toBe(text);
  });

  test('every whole number of seconds survives writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
        expect(parseDuration(renderDuration(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });

  test.each(['', '7', 'd', '7 d', '-7d', '1.5h', '7D', '20c', '7days', '9999999999s'])('%j is refused', (text) => {
    expect(findDuration(text)).toBeUndefined();
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  test.each([1, 1500, -1000, Number.NaN])('%d ms has no such form', (durationMs) => {
    expect(() => renderDuration(durationMs)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});

test.each([
  [-5, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [180_000, '3 min'],
  [3_600_000, '1 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 d'],
])('an age of %d ms is %s', (ageMs, text) => {
  expect(renderAge(ageMs)).toBe(text);
});
