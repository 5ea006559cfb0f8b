import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TokenCounter } from '../../../src/kernel/ports/index.ts';
import { estimatingCounter } from '../../../src/kernel/token-estimate.ts';
import {
  hashPayload,
  isHandoffDocument,
  planCompression,
  renderDocument,
  shortenText,
  TOKEN_LIMIT,
  withTokenCount,
  type HandoffDocument,
} from '../../../src/protocols/document/index.ts';
import { compressDocument, expandDocument } from '../../../src/relay/document/index.ts';
import { arbitraryDocument } from '../../protocols/document/arbitrary-document.ts';
import { requiredAlone } from '../../protocols/document/required-alone.ts';
import { fullDocument, smallDocument } from '../../protocols/document/sample-document.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const ORIGINAL = { path: 'handoffs/session-context.json', checksum: `sha256:${'0'.repeat(64)}` };
const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));
const LONG =
  'The form needs a field for the name. It needs another for the password. Both are required by the rules of the house. ';

async function expectCompressed(document: HandoffDocument, counter: TokenCounter): Promise<void> {
  const before = JSON.stringify(document);
  const { document: short, fits, tokens, needsOriginal } = await planCompression(document, ORIGINAL, counter);
  expect(JSON.stringify(document)).toBe(before);
  expect(isHandoffDocument(short)).toBe(true);
  expect(tokens.count).toBe(await counter.count(renderDocument(short)));
  expect(short.handoff.meta.token_count).toBe(tokens.count);
  if (fits) expect(tokens.count).toBeLessThanOrEqual(TOKEN_LIMIT);
  else expect(await counter.count(renderDocument(requiredAlone(short)))).toBeGreaterThan(TOKEN_LIMIT);
  if (needsOriginal) expect(short.handoff.meta.payload_hash).toBe(hashPayload(short.handoff.payload));
}

// Making documents of this size smaller takes minutes and shows little: a failure ends the search.
describe('compression', () => {
  verifies(
    ['UHS-020', 'UHS-024'],
    'fits any document or escalates because its required fields alone do not fit',
    async () => {
      const { tokens } = await testPlatform(await tempFolder());
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(4, 40, 300).chain(arbitraryDocument), (document) =>
          expectCompressed(document, tokens),
        ),
        { numRuns: 25, endOnFailure: true },
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(4, 40, 300).chain(arbitraryDocument), (document) =>
          expectCompressed(document, estimatingCounter),
        ),
        { numRuns: 100, endOnFailure: true },
      );
    },
  );

  verifies(
    ['UHS-022', 'UHS-021'],
    'keeps the whole document in a file first, and expanding gives it back exactly',
    async () => {
      const folder = await tempFolder();
      const platform = await testPlatform(folder);
      await fc.assert(
        fc.asyncProperty(arbitraryDocument(60), async (document) => {
          const outcome = await compressDocument(platform, bytesOf(document), { counter: estimatingCounter });
          if (!outcome.fits || !outcome.needsOriginal) return;
          const short = readFileSync(outcome.path ?? '');
          expect((await expandDocument(platform, short)).document).toEqual(document);
        }),
        { numRuns: 30, endOnFailure: true },
      );
    },
  );

  verifies('UHS-020', 'measures after each strategy and stops as soon as it fits', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const document = fullDocument();
    const prompt = {
      handoff: { ...document.handoff, context: { ...document.handoff.context, original_prompt: LONG.repeat(90) } },
    };
    const { steps, fits } = await planCompression(prompt, ORIGINAL, tokens);
    expect(fits).toBe(true);
    expect(steps.map(({ strategy }) => strategy)).toEqual(['1 remove optional fields']);
    expect(steps[0]?.changes.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      'removed /handoff/expires_at',
      'removed /handoff/target/invocation',
      'removed /handoff/target/expected_phase',
      'removed /handoff/context/original_prompt',
      'removed /handoff/context/success_criteria',
      'removed /handoff/tracing/tags',
    ]);
    expect(steps[0]?.changes[3]).toMatchObject({ bytesBefore: LONG.length * 90 + 2, bytesAfter: 0 });
  });

  verifies(
    'UHS-021',
    'the session stays in the document while the first strategy is enough, then moves to the file',
    async () => {
      const { tokens } = await testPlatform(await tempFolder());
      const { handoff } = smallDocument();
      const document = {
        handoff: { ...handoff, payload: { ...handoff.payload, session: { state: { notes: LONG.repeat(100) } } } },
      };
      const { steps, document: short } = await planCompression(document, ORIGINAL, tokens);
      expect(steps.map(({ changes }) => changes.map(({ kind, path }) => `${kind} ${path}`))).toEqual([
        ['moved /handoff/payload/session'],
      ]);
      expect(short.handoff.payload.references?.files).toEqual([
        expect.objectContaining({ path: ORIGINAL.path, checksum: ORIGINAL.checksum, role: 'original-handoff' }),
      ]);
    },
  );

  verifies(
    'UHS-022',
    "another handoff's session file is never overwritten, and the same one is used again",
    async () => {
      const folder = await tempFolder();
      const platform = await testPlatform(folder);
      const big = (notes: string) => {
        const { handoff } = smallDocument();
        return bytesOf({ handoff: { ...handoff, payload: { working: {}, session: { state: { notes } } } } });
      };
      const first = await compressDocument(platform, big(LONG.repeat(100)));
      const second = await compressDocument(platform, big(LONG.repeat(101)));
      const again = await compressDocument(platform, big(LONG.repeat(100)));
      expect(first.original).toBe(`${folder}/session/handoffs/session-context.json`);
      expect(second.original).toBe(`${folder}/session/handoffs/session-context-2.json`);
      expect(again.original).toBe(first.original);
      expect(new Set([first.path, second.path, again.path]).size).toBe(3);
    },
  );

  verifies(
    'UHS-023',
    'the summary is condensed to under 100 tokens and long strings at any depth are shortened',
    async () => {
      const { tokens } = await testPlatform(await tempFolder());
      const { handoff } = smallDocument();
      const summary = 'Zażółć gęślą jaźń. '.repeat(25).trim();
      const working = { plan: LONG.repeat(40), deep: { list: [LONG.repeat(30), 'short'] } };
      const document = { handoff: { ...handoff, context: { ...handoff.context, summary }, payload: { working } } };
      const { document: short, steps } = await planCompression(document, ORIGINAL, tokens);
      expect(steps.at(-1)?.strategy).toBe('3 summarize long text');
      expect(await tokens.count(summary)).toBeGreaterThanOrEqual(100);
      expect(await tokens.count(short.handoff.context.summary)).toBeLessThan(100);
      const { plan, deep } = short.handoff.payload.working as { plan: string; deep: { list: string[] } };
      expect(plan.length).toBeLessThanOrEqual(500);
      expect(plan.startsWith('The form needs a field for the name.')).toBe(true);
      expect(deep.list[0]?.length).toBeLessThanOrEqual(500);
      expect(deep.list[1]).toBe('short');
    },
  );

  verifies('UHS-024', 'only required fields without measure escalate, with the largest of them', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder);
    const { handoff } = smallDocument();
    const source = { ...handoff.source, phase: LONG.repeat(100) };
    const outcome = await compressDocument(platform, bytesOf({ handoff: { ...handoff, source } }));
    expect(outcome).toMatchObject({ fits: false, path: null, original: null });
    expect(outcome.largest[0]?.path).toBe('/handoff/source/phase');
    expect(await platform.files.list(folder)).toEqual([]);
  });

  test('a document that fits is left as it is, but for its count', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const outcome = await planCompression(smallDocument(), ORIGINAL, tokens);
    expect(outcome).toMatchObject({ fits: true, needsOriginal: false, steps: [] });
    expect(outcome.document).toEqual(await withTokenCount(smallDocument(), tokens));
  });
});

test('an original that was changed, or is gone, is not returned', async () => {
  const folder = await tempFolder();
  const platform = await testPlatform(folder);
  const { handoff } = smallDocument();
  const big = { handoff: { ...handoff, payload: { working: {}, session: { state: { notes: LONG.repeat(100) } } } } };
  const { path, original } = await compressDocument(platform, bytesOf(big));
  const short = readFileSync(path ?? '');
  writeFileSync(original ?? '', '{}');
  expect(await codeOf(expandDocument(platform, short))).toBe('DOCUMENT_ORIGINAL_CHANGED');
  rmSync(original ?? '');
  expect(await codeOf(expandDocument(platform, short))).toBe('FILE_NOT_FOUND');
  expect(await codeOf(expandDocument(platform, bytesOf(smallDocument())))).toBe('DOCUMENT_NOT_COMPRESSED');
});

describe('shortening a text', () => {
  verifies('UHS-023', 'keeps the first sentence, stays within the limit, and never cuts a word or a character', () => {
    const words = fc.array(fc.constantFrom('Über', 'naïve', '🙂👍🏽', 'e\u0301t\u0301', 'plain', '漢字かな'), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 400 }), (list, limit) => {
        const text = `${list.join(' ')}.`;
        const short = shortenText(text, limit);
        expect([...short].length).toBeLessThanOrEqual(limit);
        expect(short).toBe(shortenText(text, limit));
        expect(/\p{Surrogate}/u.test(short)).toBe(false);
        if (short === text) return;
        const kept = short.replace(/ ?\.\.\.$/, '').split(' ');
        // Only scripts without spaces, and pictures, may end between any two characters.
        kept.forEach((word, index) =>
          expect(list[index]?.startsWith(word) && (word === list[index] || /^[漢🙂]/u.test(word))).toBe(true),
        );
      }),
    );
  });

  verifies('UHS-101', 'what a reader must know comes before prose, in the order of the text', () => {
    const text = 'Start here. A bird sings outside the house. The port is not 8080. Lovely weather. Next: restart it.';
    expect(shortenText(text, 60)).toBe('Start here. The port is not 8080. Next: restart it. ...');
    // Two sentences of the same length, room for one.
    expect(shortenText('Start here. Warm days are ahead. Next is the restart.', 37)).toBe(
      'Start here. Next is the restart. ...',
    );
  });

  test('a run without any boundary is cut between characters', () => {
    expect(shortenText('🙂'.repeat(50), 13)).toBe(`${'🙂'.repeat(10)}...`);
    expect(shortenText('a'.repeat(1_000), 20)).toBe(`${'a'.repeat(17)}...`);
  });
});
