import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TokenCounter } from '../../../src/kernel/ports/index.ts';
import { estimatingCounter } from '../../../src/kernel/token-estimate.ts';
import {
  checkTokens,
  measureBudget,
  planCompression,
  renderDocument,
  warnBudget,
  withTokenCount,
  type HandoffDocument,
} from '../../../src/protocols/document/index.ts';
import { validateDocument } from '../../../src/relay/document/index.ts';
import { createTokenCounter } from '../../../src/stores/tokens/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';
import { arbitraryDocument } from './arbitrary-document.ts';
import { fullDocument, smallDocument } from './sample-document.ts';

const withNotes = (notes: string, tokenCount = 0): HandoffDocument => {
  const { handoff } = smallDocument();
  return {
    handoff: { ...handoff, payload: { working: { notes } }, meta: { ...handoff.meta, token_count: tokenCount } },
  };
};

/** A document whose written form has exactly so many tokens. */
async function documentOf(tokens: number, counter: TokenCounter): Promise<HandoffDocument> {
  for (let words = tokens - 300; ; words += 1) {
    const document = await withTokenCount(withNotes(' word'.repeat(words)), counter);
    if (document.handoff.meta.token_count >= tokens) return document;
  }
}

describe('the token stage', () => {
  verifies(
    'UHS-010',
    'counts the bytes as received, and what we write as two-space JSON with one newline',
    async () => {
      const platform = await testPlatform(await tempFolder());
      const document = await withTokenCount(smallDocument(), platform.tokens);
      const received = JSON.stringify(document);
      const compact = await validateDocument(platform, Buffer.from(received), { guard: false });
      expect(compact.tokens?.count).toBe(await platform.tokens.count(received));
      const written = renderDocument(document);
      expect(written).toBe(`${JSON.stringify(document, null, 2)}\n`);
      expect(document.handoff.meta.token_count).toBe(await platform.tokens.count(written));
      expect(compact.tokens?.count).toBeLessThan(document.handoff.meta.token_count);
    },
  );

  verifies('UHS-011', 'counts with a real tokenizer, estimates on request and as an announced fallback', async () => {
    const folder = await tempFolder();
    const bytes = Buffer.from(renderDocument(smallDocument()));
    const exact = await validateDocument(await testPlatform(folder), bytes, { guard: false });
    expect(exact.tokens).toMatchObject({ method: 'o200k_base', estimate: Math.floor(bytes.length / 4) });
    expect(exact.tokens?.count).not.toBe(exact.tokens?.estimate);

    const asked = await validateDocument(await testPlatform(folder), bytes, { guard: false, estimate: true });
    const estimate = Math.floor(bytes.length / 4);
    expect(asked).toMatchObject({ valid: true, tokens: { method: 'bytes/4', count: estimate, estimate } });

    const tokens = createTokenCounter({ disk: nodeDisk, load: () => Promise.reject(new Error('not installed')) });
    const fallback = await validateDocument(await testPlatform(folder, { tokens }), bytes, { guard: false });
    expect(fallback.tokens).toMatchObject({ method: 'bytes/4', count: estimate });
    expect(fallback.warnings.map(({ message }) => message)).toContain('tiktoken unavailable. Using estimation.');
  });

  verifies('UHS-012', '2000 tokens pass and 2001 do not, and a larger declared count is judged here', async () => {
    const platform = await testPlatform(await tempFolder());
    const fits = await documentOf(2_000, platform.tokens);
    expect(fits.handoff.meta.token_count).toBe(2_000);
    expect(await validateDocument(platform, Buffer.from(renderDocument(fits)), { guard: false })).toMatchObject({
      valid: true,
      errors: [],
    });
    const over = await documentOf(2_001, platform.tokens);
    const report = await validateDocument(platform, Buffer.from(renderDocument(over)), { guard: false });
    expect(report.errors.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      ' token-limit',
      '/handoff/meta/token_count token-limit',
    ]);
    const declared = checkTokens(withNotes('', 2_001), { method: 'o200k_base', count: 200, estimate: 200 });
    expect(declared.errors).toMatchObject([{ path: '/handoff/meta/token_count', rule: 'token-limit' }]);
  });

  verifies('UHS-013', 'the count in a document is the count of the document that holds it', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    for (const counter of [tokens, estimatingCounter]) {
      await fc.assert(
        fc.asyncProperty(arbitraryDocument(6), async (document) => {
          const counted = await withTokenCount(document, counter);
          expect(await counter.count(renderDocument(counted))).toBe(counted.handoff.meta.token_count);
        }),
        { numRuns: 40 },
      );
    }
    // Where the number grows from three digits to four, its own length decides.
    for (let words = 690; words < 760; words += 1) {
      const { handoff } = await withTokenCount(withNotes(' word'.repeat(words)), tokens);
      expect(await tokens.count(renderDocument({ handoff }))).toBe(handoff.meta.token_count);
    }
  });

  verifies('UHS-014', 'a declared count may differ by exactly 30 %', () => {
    const off = (declared: number): number =>
      checkTokens(withNotes('', declared), { method: 'o200k_base', count: 1_000, estimate: 1_000 }).warnings.length;
    expect([699, 700, 1_000, 1_300, 1_301].map(off)).toEqual([1, 0, 0, 0, 1]);
  });

  verifies('UHS-015', 'each section is measured against its share and overruns are warnings', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const rows = await measureBudget(fullDocument(), tokens);
    expect(rows.map(({ section, budget }) => [section, budget])).toEqual([
      ['metadata', 100],
      ['source/target', 50],
      ['context', 200],
      ['payload.working', 500],
      ['payload.session', 800],
      ['payload.references', 200],
      ['meta & tracing', 150],
    ]);
    expect(rows.every(({ tokens: count }) => count > 0)).toBe(true);
    const over = await measureBudget(withNotes(' word'.repeat(600)), tokens);
    expect(warnBudget(over).map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '/handoff/payload/working section-budget',
    ]);
  });

  verifies('UHS-102', 'what a shortened document shows of its working context keeps its budget', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const file = { path: 'handoffs/session-context.json', checksum: `sha256:${'0'.repeat(64)}` };
    const findings = Array.from({ length: 150 }, (_, line) => ({
      file: `src/part-${line}.ts`,
      line,
      issue: 'no check',
    }));
    const { handoff } = smallDocument();
    const whole = { handoff: { ...handoff, payload: { working: { findings } } } };
    const { document } = await planCompression(whole, file, tokens);
    const rows = await measureBudget(document, tokens);
    expect(rows.find(({ section }) => section === 'payload.working')?.tokens).toBeGreaterThan(500);
    expect(warnBudget(rows)).toEqual([]);
  });

  test('a section that is not there costs nothing', async () => {
    const rows = await measureBudget(smallDocument(), estimatingCounter);
    expect(rows.filter(({ tokens }) => tokens === 0).map(({ section }) => section)).toEqual([
      'payload.session',
      'payload.references',
    ]);
  });
});
