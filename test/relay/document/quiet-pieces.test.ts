import { describe, expect, test } from 'vitest';
import { loadScan, ORIGINAL } from '../../../bench/document/compressors.ts';
import type { Finding } from '../../../src/kernel/finding.ts';
import { planCompression, type HandoffDocument } from '../../../src/protocols/document/index.ts';
import { smallDocument } from '../../protocols/document/sample-document.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const FACTS = [
  'Decision: we use Postgres 16, not MySQL.',
  'Next step: rotate the key KMS-4471 before 2026-12-01.',
  'Open question: who owns the staging cluster?',
  'Blocked: CI runner 9 is out of disk.',
];
const FINDING: Finding = {
  rule: 'inject-model',
  kind: 'injection',
  severity: 'warning',
  message: 'reads like an instruction',
  hint: 'read it',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  excerpt: '',
};

const withNotes = (notes: string): HandoffDocument => {
  const { handoff } = smallDocument();
  return { handoff: { ...handoff, payload: { working: { notes } } } };
};
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('an extract with pieces that raise a finding', () => {
  verifies('UHS-102', 'loses those pieces alone, and others take their room', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const words = 'parser socket stream buffer reader writer cluster shard'.split(' ');
    const prose = range(300).map(
      (at) => `The ${words[at % 8]} ${words[(at * 3) % 8]} of part ${at} is ${words[at % 5]} ${at}.`,
    );
    const steps = range(40).map((at) => `Stage ${'abcdefgh'[at % 8]}${words[at % 7]} must be done next in room ${at}.`);
    const document = withNotes([...prose, ...steps, ...FACTS].join(' '));
    // Nothing in the sender's text is loud, every shortened text with such a sentence is.
    const scan = (text: string) => (/Stage .*\.\.\.$/s.test(text) ? [FINDING] : []);
    const { document: short } = await planCompression(document, ORIGINAL, tokens, 2_000, () => Promise.resolve(scan));
    const shown = String(short.handoff.payload.working['notes']);
    expect(shown).not.toContain('Stage');
    for (const fact of FACTS) expect(shown).toContain(fact);
    expect(short.handoff.meta.token_count).toBeGreaterThan(1_800);
  });

  test('a long source that raises the same finding loses nothing', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const steps = range(900).map((at) => `Step ${at} processed the batch normally in the usual way and wrote the log.`);
    const { document } = await planCompression(
      withNotes([...steps, ...FACTS].join(' ')),
      ORIGINAL,
      tokens,
      2_000,
      loadScan,
    );
    const shown = String(document.handoff.payload.working['notes']);
    for (const fact of ['Step 0 processed', ...FACTS]) expect(shown).toContain(fact);
  });
});
