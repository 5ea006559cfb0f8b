import { expect, test } from 'vitest';
import { BatonError, type ErrorCode } from '../../../src/kernel/errors/index.ts';
import { OutageTracker } from '../../../src/relay/tasks/schedule/outage-tracker.ts';
import { verifies } from '../../support/verifies.ts';

const failure = (code: ErrorCode): BatonError => new BatonError(code, 'something is wrong');
const MINUTE_MS = 60_000;

test('a failure is new once, is waited for longer each time, and is over with the first pass that works', () => {
  const outage = new OutageTracker();
  const notes = Array.from({ length: 7 }, () => outage.note(failure('STORE_LOGIN_REFUSED'), 0, 500));
  expect(notes.map((noted) => noted?.isNew)).toEqual([true, false, false, false, false, false, false]);
  expect(notes.map((noted) => noted?.pauseMs)).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000]);
  expect(outage.note(failure('STORE_FORBIDDEN'), 0, 500)).toEqual({ isNew: true, pauseMs: 500 });
  expect([outage.end(), outage.end()]).toEqual([true, false]);
  expect(outage.note(failure('STORE_FORBIDDEN'), 0, 500)?.isNew).toBe(true);
});

verifies('FLT-005', 'a store that is away is waited for without end, other failures for minutes', () => {
  const [refused, away] = [new OutageTracker(), new OutageTracker()];
  for (let minute = 0; minute < 5; minute += 1) {
    expect(refused.note(failure('STORE_LOGIN_REFUSED'), minute * MINUTE_MS, 500)).toBeDefined();
    expect(away.note(failure('STORE_UNREACHABLE'), minute * MINUTE_MS, 500)).toBeDefined();
  }
  expect(refused.note(failure('STORE_LOGIN_REFUSED'), 5 * MINUTE_MS, 500)).toBeUndefined();
  expect(away.note(failure('STORE_UNREACHABLE'), 600 * MINUTE_MS, 500)).toBeDefined();
});

test('what no waiting can fix is not waited for', () => {
  expect(new OutageTracker().note(failure('STORE_SCHEMA_NEW'), 0, 500)).toBeUndefined();
  expect(new OutageTracker().note(new TypeError('a mistake in the code'), 0, 500)).toBeUndefined();
});
