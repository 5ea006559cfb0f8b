import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fingerprintOf, hashLeaf, leafOf, linkOf, parseEntry } from '../../src/kernel/audit/index.ts';
import { forgeHead, forgeLine, publicKeyOf } from '../support/forge-audit.ts';
import { verifies } from '../support/verifies.ts';

const VECTOR = 'examples/verify-audit/test-vector';
const PKCS8_ED25519 = '302e020100300506032b657004220420';
const AT = '2026-02-11T00:46:00.000Z';

verifies(
  'GOV-066',
  'the test vector of the page is what Baton writes, and the program for strangers verifies it',
  () => {
    const seed = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
    const der = Buffer.concat([Buffer.from(PKCS8_ED25519, 'hex'), seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const one = forgeLine([], { kind: 'log.opened', body: { format: 2, key: publicKeyOf(key) } }, key, AT);
    const two = forgeLine([one], { kind: 'test.entry', body: { text: 'ü' } }, undefined, AT);
    const three = forgeLine([one, two], { kind: 'test.entry', traceId: 't-1', body: {} }, key, AT);
    const lines = [one, two, three];
    expect(readFileSync(`${VECTOR}/handoff-log-2026-02-11-001.jsonl`, 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect(readFileSync(`${VECTOR}/head.json`, 'utf8').trimEnd()).toBe(forgeHead(lines, key));

    const page = readFileSync('docs/audit-format.md', 'utf8');
    const { hash } = parseEntry(one);
    const signature = /"sig":"([^"]+)"/.exec(one)?.[1];
    const values: [string, string][] = [
      ['the public key', publicKeyOf(key)],
      ['its fingerprint', fingerprintOf(publicKeyOf(key))],
      ['`hash` of line 1, and `log` of the head', hash],
      ['the link of line 1, which has a `sig`', linkOf(hash, signature)],
      ['`hash` and link of line 2, which has none', parseEntry(two).hash],
      ...lines.map((line, n): [string, string] => [`leaf ${n + 1}`, hashLeaf(leafOf(line))]),
      ['the root over the three', (JSON.parse(forgeHead(lines, key)) as { root: string }).root],
    ];
    for (const [name, value] of values) expect(page).toContain(`| \`${value}\` | ${name} |`);

    const python = (target: string): string =>
      execFileSync(
        'python3',
        ['examples/verify-audit/verify_audit.py', `${VECTOR}/${target}`, fingerprintOf(publicKeyOf(key))],
        {
          encoding: 'utf8',
        },
      );
    expect(python('')).toMatch(/^verified: all 3 entries; key/);
    expect(python('proof.json')).toMatch(/^verified: entry 2 of 3/);
  },
);
