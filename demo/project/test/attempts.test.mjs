import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFailures, noteFailure } from '../src/attempts.mjs';

test('failures are counted by name', () => {
  noteFailure('ada');
  noteFailure('ada');
  assert.equal(countFailures('ada'), 2);
  assert.equal(countFailures('bob'), 0);
});
