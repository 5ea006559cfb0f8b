import { describe, expect, test } from 'vitest';
import { digestOutput, recogniseTools } from '../../../src/protocols/output/index.ts';
import { verifies } from '../../support/verifies.ts';
import { capture } from './support.ts';

const digest = (text: string): { type: string | undefined; bullets: readonly string[] } => {
  const { type, measured, said } = digestOutput(
    { text, sizeBytes: text.length, lineCount: 1, isBinary: false },
    undefined,
    true,
  );
  return { type, bullets: [...measured, ...said] };
};

/** Each text was printed by the real tool; what it says about itself is what the parent must get. */
const TOOLS: Readonly<Record<string, { type: string; bullets: readonly string[] }>> = {
  'vitest-fail': {
    type: 'test',
    bullets: [
      'Tests: 3 passed, 3 failed, 2 skipped, 1 error',
      'Failed: auth.test.ts (2), broken.test.ts (1), math.test.ts (1)',
      "First failure: broken.test.ts: Error: Cannot find module './does-not-exist' imported from '/home/ada/shop/t/broken.test.ts'",
      'Failing: auth > rejects an expired token, auth > logs out, math > subtracts',
      'Duration: 1 second',
    ],
  },
  'vitest-suite-fail': {
    type: 'test',
    bullets: [
      'Tests: 1 passed, 0 failed, 0 skipped, 1 error',
      'Failed: broken.test.ts (1)',
      "First failure: broken.test.ts: Error: Cannot find module './does-not-exist' imported from '/home/ada/shop/t/broken.test.ts'",
      'Duration: 0.46 seconds',
    ],
  },
  'vitest-colour': {
    type: 'test',
    bullets: [
      'Tests: 1 passed, 2 failed, 0 skipped',
      'Failed: auth.test.ts (2)',
      "First failure: auth > rejects an expired token: AssertionError: expected 'ok' to be 'expired' // Object.is equality",
      'Failing: auth > rejects an expired token, auth > logs out',
      'Duration: 0.31 seconds',
    ],
  },
  'vitest-pass': { type: 'test', bullets: ['Tests: 1 passed, 0 failed, 0 skipped', 'Duration: 0.34 seconds'] },
  'jest-fail': {
    type: 'test',
    bullets: [
      'Tests: 2 passed, 1 failed, 2 skipped',
      'Failed: auth.test.js (1)',
      'First failure: auth > rejects an expired token: expected "expired", received "ok"',
      'Failing: auth > rejects an expired token',
      'Duration: 0.42 seconds',
    ],
  },
  'jest-coverage': {
    type: 'test',
    bullets: [
      'Tests: 2 passed, 1 failed, 2 skipped',
      'Failed: auth.test.js (1)',
      'First failure: auth > rejects an expired token: expected "expired", received "ok"',
      'Failing: auth > rejects an expired token',
      'Coverage: 0%',
      'Duration: 0.24 seconds',
    ],
  },
  'jest-pass': { type: 'test', bullets: ['Tests: 1 passed, 0 failed, 1 skipped', 'Duration: 0.2 seconds'] },
  'node-test-fail': {
    type: 'test',
    bullets: [
      'Tests: 2 passed, 1 failed, 2 skipped',
      'Failed: auth.test.mjs (1)',
      "First failure: rejects an expired token: AssertionError [ERR_ASSERTION]: 'ok' == 'expired'",
      'Failing: rejects an expired token',
      'Duration: 0.14 seconds',
    ],
  },
  'node-test-tap': {
    type: 'test',
    bullets: ['Tests: 2 passed, 1 failed, 2 skipped', 'Failed: rejects an expired token', 'Duration: 0.12 seconds'],
  },
  'pytest-fail': {
    type: 'test',
    bullets: [
      'Tests: 2 passed, 1 failed, 1 skipped, 1 error',
      'Failed: test_auth.py (2)',
      "First failure: test_rejects_expired: AssertionError: assert 'ok' == 'expired'",
      'Failing: test_rejects_expired, test_needs_db',
      'Duration: 0.01 seconds',
    ],
  },
  'pytest-quiet': {
    type: 'test',
    bullets: [
      'Tests: 2 passed, 1 failed, 1 skipped, 1 error',
      'Failed: test_auth.py (2)',
      "First failure: test_rejects_expired: AssertionError: assert 'ok' == 'expired'",
      'Failing: test_rejects_expired, test_needs_db',
      'Duration: 0.02 seconds',
    ],
  },
  'pytest-pass': { type: 'test', bullets: ['Tests: 1 passed, 0 failed, 0 skipped', 'Duration: 0 seconds'] },
  'go-fail': {
    type: 'test',
    bullets: [
      'Tests: 2 failed, 1 error',
      'Failed: example.com/auth (2), example.com/auth/bad (1)',
      'First failure: TestRejectsExpired: got ok, want expired',
      'Failing: TestRejectsExpired, TestTable/long_token',
      'Duration: 0.01 seconds',
    ],
  },
  'go-verbose': {
    type: 'test',
    bullets: [
      'Tests: 3 passed, 2 failed, 1 skipped',
      'Failed: example.com/auth (2)',
      'First failure: TestRejectsExpired: got ok, want expired',
      'Failing: TestRejectsExpired, TestTable/long_token',
      'Duration: 0.01 seconds',
    ],
  },
  'cargo-fail': {
    type: 'test',
    bullets: [
      'Tests: 1 passed, 1 failed, 1 skipped',
      'First failure: tests::rejects_expired: assertion `left == right` failed',
      'Failed: tests::rejects_expired',
      'Duration: 0.08 seconds',
    ],
  },
  'cargo-pass': { type: 'test', bullets: ['Tests: 3 passed, 0 failed, 1 skipped', 'Duration: 0 seconds'] },
  'cargo-build-fail': {
    type: 'build',
    bullets: ['cargo: 1 error in 1 file', 'Failed: src/lib.rs (1)', 'First: cannot find value `c` in this scope'],
  },
  'tsc-fail': {
    type: 'build',
    bullets: [
      'tsc: 3 errors in 2 files',
      'Failed: a.ts (2), b.ts (1)',
      "First: a.ts:1 TS2322: Type 'string' is not assignable to type 'number'.",
    ],
  },
  'tsc-pretty': {
    type: 'build',
    bullets: [
      'tsc: 3 errors in 2 files',
      'Failed: a.ts (2), b.ts (1)',
      "First: a.ts:1 TS2322: Type 'string' is not assignable to type 'number'.",
    ],
  },
  'eslint-fail': {
    type: 'build',
    bullets: [
      'eslint: 3 errors, 2 warnings in 1 file',
      'Failed: eslint/a.js (3)',
      "First: eslint/a.js:2 'x' is not defined (no-undef)",
    ],
  },
  'npm-error': {
    type: 'build',
    bullets: ['npm: 1 error', 'First: ENOENT: Could not read package.json: Error: ENOENT: no such file or dire…'],
  },
};

describe('tools', () => {
  for (const [name, expected] of Object.entries(TOOLS)) {
    verifies('AOP-041', `${name}: what passed, what failed and which, how long`, () => {
      expect(digest(capture(name))).toEqual(expected);
    });
  }

  verifies('AOP-041', 'many failures are named as far as there is room, and counted', () => {
    const fails = Array.from({ length: 90 }, (_, index) => ` FAIL  src/file-${index}.test.ts > suite > case ${index}`);
    const text = [...fails, ' Test Files  90 failed (90)', '      Tests  90 failed (90)', '   Duration  12.5s'].join(
      '\n',
    );
    const { bullets } = digest(text);
    expect(bullets[0]).toBe('Tests: 0 passed, 90 failed, 0 skipped');
    expect(bullets[1]).toMatch(/^Failed: src\/file-0\.test\.ts \(1\), .*, and 8\d more$/);
    expect(bullets.every((bullet) => bullet.length <= 160)).toBe(true);
    expect(bullets.at(-1)).toBe('Duration: 13 seconds');
  });

  test('two tools in one output both speak, tests decide the type', () => {
    const { type, bullets } = digest(`${capture('tsc-fail')}\n${capture('pytest-pass')}`);
    expect(type).toBe('test');
    expect(bullets.slice(0, 3)).toEqual([
      'Tests: 1 passed, 0 failed, 0 skipped',
      'Duration: 0 seconds',
      'tsc: 3 errors in 2 files',
    ]);
  });

  test('prose about tests is no test run', () => {
    const prose = 'I ran the tests: 3 passed, 1 failed.\nTests: see below\nerror: none\nFAIL is a word.\nok then\n';
    expect(recogniseTools(prose.split('\n'))).toEqual([]);
  });
});

describe('output nobody recognises', () => {
  verifies('AOP-041', 'says what was said last and the first error, never just where to look', () => {
    expect(digest('starting\nerror: port 80 is in use\ncleaning up\ndone\n').bullets).toEqual([
      'First error: error: port 80 is in use',
      'Last line: done',
      'Output: 1 line, 51 bytes',
    ]);
    expect(digest('\n\n  \n').bullets).toEqual(['Nothing was printed']);
  });

  test('a closing summary of an agent is taken over', () => {
    const answer = `${'Some work.\n'.repeat(30)}## Summary\n\n- Found 8 files\n- Main handler: src/auth/handler.ts\n`;
    expect(digest(answer).bullets.slice(0, 2)).toEqual(['Found 8 files', 'Main handler: src/auth/handler.ts']);
  });
});
