import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkHash } from '../../../src/protocols/governance/checks.ts';
import { parseLock, parseManifest, type Evidence } from '../../../src/protocols/governance/index.ts';

/** The pairs that are compared, until the test ends. */
function watchComparisons(): [string, string][] {
  const pairs: [string, string][] = [];
  const compare = crypto.timingSafeEqual;
  const spy = vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((a, b) => {
    pairs.push([String(a), String(b)]);
    return compare(a, b);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return pairs;
}

const [locked, claimed, onDisk] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

test('hashes are compared in constant time, the claimed one and the one on disk', () => {
  const pairs = watchComparisons();
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
  expect(pairs).toContainEqual([claimed, locked]);
  expect(pairs).toContainEqual([onDisk, locked]);
});
