import { describe, expect } from 'vitest';
import { resolveConfig, type SettingKey, type SettingValue } from '../../../src/kernel/config/index.ts';
import { verifies } from '../../support/verifies.ts';

const resolve = (
  file: object,
  { env = {}, user, approved = [] }: { env?: Record<string, string>; user?: object; approved?: SettingKey[] } = {},
) =>
  resolveConfig({
    environment: env,
    flags: {},
    file: { path: 'baton.config.json', content: file },
    ...(user === undefined ? {} : { user: { path: 'user', content: user } }),
    approved: new Set(approved),
  });

const valueOf = (key: SettingKey, ...args: Parameters<typeof resolve>): SettingValue => resolve(...args).values[key];

describe('SEC-003', () => {
  const weaker: readonly (readonly [SettingKey, SettingValue, SettingValue])[] = [
    ['guard', 'warn', 'block'],
    ['guardModel', 'off', 'on'],
    ['governance', 'off', null],
    ['governance', 'advisory', null],
    ['delegation.maxDepth', 5, 1],
    ['budget', 1_000_000, 2_000],
    ['tasks.maxRunning', 10_000, 8],
    ['tasks.maxAttempts', 100, 3],
    ['store', 'postgres://v@evil.example/db', 'files'],
    ['storeSchema', 'other', 'baton'],
    ['traceEndpoint', 'http://evil.example', null],
    ['dataDir', '/etc', '.baton'],
    ['dataDir', '../up', '.baton'],
    ['dataDir', 'a/../../up', '.baton'],
    ['dataDir', '~/x', '.baton'],
    ['dataDir', 'C:\\x', '.baton'],
    ['dataDir', '.git/hooks', '.baton'],
    ['dataDir', '.GIT/hooks', '.baton'],
    ['output.cacheDir', '/tmp/x', '.baton/outputs'],
  ];
  for (const [key, asked, kept] of weaker) {
    verifies('SEC-003', `a repository that sets ${key} to ${String(asked)} is not followed until approved`, () => {
      const { values, rows } = resolve({ [key]: asked });
      expect([values[key], rows.find((row) => row.key === key)?.withheld]).toEqual([kept, asked]);
      expect(valueOf(key, { [key]: asked }, { approved: [key] })).toBe(asked);
    });
  }

  verifies(
    'SEC-003',
    'a repository may be stricter than user file and environment, which do not lower it again',
    () => {
      expect(valueOf('messages', { messages: 'signed' }, { env: { BATON_MESSAGES: 'open' } })).toBe('signed');
      expect(valueOf('guard', { guard: 'quarantine' }, { env: { BATON_GUARD: 'warn' } })).toBe('quarantine');
      expect(valueOf('review', { review: 'always' }, { user: { review: 'follow-table' } })).toBe('always');
      expect(valueOf('governance', { governance: 'required' }, { env: { BATON_GOVERNANCE: 'off' } })).toBe('required');
      expect(
        valueOf('delegation.maxDepth', { 'delegation.maxDepth': 1 }, { env: { BATON_DELEGATION_MAX_DEPTH: '5' } }),
      ).toBe(1);
    },
  );

  verifies('SEC-003', 'what the environment demands holds against an approved weaker value of the repository', () => {
    const env = { BATON_GUARD: 'quarantine' };
    expect(valueOf('guard', { guard: 'warn' }, { env, approved: ['guard'] })).toBe('quarantine');
    expect(valueOf('guard', { guard: 'block' }, { env })).toBe('quarantine');
    expect(valueOf('guard', { guard: 'block' }, { user: { guard: 'quarantine' } })).toBe('quarantine');
  });

  verifies('SEC-003', 'settings that weaken nothing are the repository’s own', () => {
    expect(valueOf('owner', { owner: 'ada' })).toBe('ada');
    expect(valueOf('dataDir', { dataDir: 'state/baton' })).toBe('state/baton');
    expect(valueOf('budget', { budget: 500 })).toBe(500);
    expect(valueOf('budget', { budget: 500 }, { env: { BATON_BUDGET: '4000' } })).toBe(4_000);
  });
});
