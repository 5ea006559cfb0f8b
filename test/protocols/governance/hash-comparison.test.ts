import type * as nodeCrypto from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { checkHash } from '../../../src/protocols/governance/checks.ts';
import { parseLock, parseManifest, type Evidence } from '../../../src/protocols/governance/index.ts';

const compared = vi.hoisted(() => ({ pairs: [] as [string, string][] }));

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof nodeCrypto>();
  return {
    ...crypto,
    timingSafeEqual: (a: Buffer, b: Buffer) => {
      compared.pairs.push([a.toString('utf8'), b.toString('utf8')]);
      return crypto.timingSafeEqual(a, b);
    },
  };
});

const [locked, claimed, onDisk] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

test('hashes are compared in constant time, the claimed one and the one on disk', () => {
  const row = { name: 'A', file: 'a.md', canonical_id: 'domain-01-a', version: '1.0.0' };
  const evidence: Evidence = {
    manifest: {
      kind: 'found',
      value: parseManifest(JSON.stringify({ version: '1.0.0', domains: { 'domain-01-a': row } })),
    },
    lock: {
      kind: 'found',
      value: parseLock(
        JSON.stringify({
          version: '1.0.0',
          lockfileVersion: 1,
          algorithm: 'SHA-256',
          prompts: { 'domain-01-a': { file: 'a.md', hash: locked, type: 'domain', version: '1.0.0' } },
        }),
      ),
    },
    boundaryData: undefined,
    prompts: new Map([['domain-01-a', { kind: 'found', value: { sha256: onDisk, text: '' } }]]),
  };
  const claim = {
    agent_type: 'domain',
    agent_id: 'domain-01-a',
    agent_version: '1.0.0',
    prompt_hash: claimed,
  } as const;
  const check = checkHash(evidence, claim, '/source_agent');
  expect(check).toMatchObject({ isClaimWrong: true, isDiskWrong: true });
  expect(compared.pairs).toContainEqual([claimed, locked]);
  expect(compared.pairs).toContainEqual([onDisk, locked]);
});
