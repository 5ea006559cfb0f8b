import { expect, test } from 'vitest';
import { BatonError } from '../../../../src/kernel/errors/index.ts';
import { createFailureLog } from '../../../../src/surfaces/http/daemon/repeat.ts';

test('parts that fail for the same reason are one failure, reported when it begins and when the last of them works', () => {
  const log = createFailureLog();
  const away = new BatonError('STORE_UNREACHABLE', 'no answer');
  expect([log.note('scheduler', away), log.note('events', away), log.note('scheduler', away)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(log.note('events', new BatonError('STORE_LOGIN_REFUSED', 'who are you'))).toBe(true);
  expect([log.clear('events'), log.clear('scheduler'), log.clear('scheduler')]).toEqual([
    'STORE_LOGIN_REFUSED',
    'STORE_UNREACHABLE',
    undefined,
  ]);
});
