import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countFacts, findLostFacts, judgedDocuments } from '../../../bench/document/judged-documents.ts';
import { ours } from '../../../bench/document/compressors.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import {
  isHandoffDocument,
  planCompression,
  renderDocument,
  shortenText,
  TOKEN_LIMIT,
  type HandoffDocument,
} from '../../../src/protocols/document/index.ts';
import { compressDocument, expandDocument } from '../../../src/relay/document/index.ts';
import { generateDocument } from '../../protocols/document/generate-document.ts';
import { requiredAlone } from '../../protocols/document/required-alone.ts';
import { smallDocument } from '../../protocols/document/sample-document.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const ORIGINAL = { path: 'handoffs/session-context.json', checksum: `sha256:${'0'.repeat(64)}` };

const withWorking = (working: JsonObject): HandoffDocument => {
  const { handoff } = smallDocument();
  return { handoff: { ...handoff, payload: { working } } };
};

const finding = (index: number): JsonObject => ({
  file: `src/part-${index}.ts`,
  line: index * 7,
  issue: `issue ${index}`,
});

describe('a document that does not fit', () => {
  verifies('UHS-100', 'a list of records leaves its count, its columns and its first items as a table', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const working = { findings: Array.from({ length: 150 }, (_, index) => finding(index)), next: 'fix src/part-9.ts' };
    const { document, fits, steps } = await planCompression(withWorking(working), ORIGINAL, tokens);
    const shown = document.handoff.payload.working as { findings: string; next: string };
    expect(fits).toBe(true);
    expect(shown.next).toBe('fix src/part-9.ts');
    expect(shown.findings).toMatch(
      /^150 items of \{file, line, issue\}; first \d+: src\/part-0\.ts \| 0 \| issue 0\nsrc/,
    );
    expect(steps.at(-1)?.changes).toMatchObject([{ kind: 'moved', path: '/handoff/payload/working/findings' }]);
  });

  verifies('UHS-100', 'members move largest first, and no more of them than must', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const list = (length: number): JsonObject[] => Array.from({ length }, (_, index) => finding(index));
    const { document } = await planCompression(withWorking({ small: list(8), large: list(300) }), ORIGINAL, tokens);
    const { small, large } = document.handoff.payload.working;
    expect(small).toEqual(list(8));
    expect(large).toMatch(/^300 items/);
  });

  verifies('UHS-100', 'members too many to be named are described together', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key ${index}`, index * 7]));
    const working = { ...many, blocked_by: 'the firewall', next_step: 'ask for port 8443' };
    const { document, fits } = await planCompression(withWorking(working), ORIGINAL, tokens);
    expect(fits).toBe(true);
    expect(document.handoff.payload.working).toMatchObject({
      blocked_by: 'the firewall',
      next_step: 'ask for port 8443',
      '...': expect.stringMatching(/^object of \{/) as string,
    });
  });

  verifies('UHS-100', 'any generated document fits, and expanding gives the original byte for byte', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder);
    for (let seed = 1; seed <= 12; seed += 1) {
      const document = generateDocument(seed, 4_000 * (1 + (seed % 12)));
      const text = JSON.stringify(document);
      const outcome = await compressDocument(platform, text);
      expect({ seed, fits: outcome.fits, count: outcome.tokens.count <= TOKEN_LIMIT }).toEqual({
        seed,
        fits: true,
        count: true,
      });
      expect(isHandoffDocument(outcome.document)).toBe(true);
      if (!outcome.needsOriginal) continue;
      const short = readFileSync(outcome.path ?? '');
      expect((await expandDocument(platform, short)).text === text).toBe(true);
    }
  });

  test('only a document whose required fields alone are over the limit does not fit', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const { handoff } = generateDocument(7, 60_000);
    for (const words of [200, 800, 1_100, 1_300, 1_500]) {
      const document = { handoff: { ...handoff, source: { ...handoff.source, phase: 'word '.repeat(words) } } };
      const { fits, document: short } = await planCompression(document, ORIGINAL, tokens);
      const isOver = (await tokens.count(renderDocument(requiredAlone(short)))) > TOKEN_LIMIT;
      expect({ words, doesFit: fits || isOver }).toEqual({ words, doesFit: true });
    }
  });
});

describe('the extract', () => {
  verifies('UHS-101', 'keeps at least 90 % of the facts that must survive at 2,000 tokens', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const documents = judgedDocuments();
    expect(documents.length).toBeGreaterThanOrEqual(30);
    for (const limit of [2_000, 800]) {
      let [kept, all] = [0, 0];
      for (const { document, facts } of documents) {
        const text = await ours.compress(document, limit, tokens);
        expect(await tokens.count(text)).toBeLessThanOrEqual(limit);
        all += countFacts(facts, limit);
        kept += countFacts(facts, limit) - findLostFacts(text, facts, limit).length;
      }
      expect(kept / all).toBeGreaterThanOrEqual(0.9);
    }
  });

  verifies('UHS-101', 'says nothing twice, in one text or in several', async () => {
    const { tokens } = await testPlatform(await tempFolder());
    const said = 'The importer stops at the first row without a date';
    const again = 'The importer stops at the very first row without a date.';
    expect(shortenText(`Report of the day. ${`${said}. `.repeat(7)}${again} The export does not.`, 200)).toBe(
      `Report of the day. ${said}. The export does not. ...`,
    );
    const notes = Array.from({ length: 7 }, (_, index) => [
      `note ${index}`,
      `${said}. `.repeat(60) + `Row ${index} is next.`,
    ]);
    const { document } = await planCompression(withWorking(Object.fromEntries(notes)), ORIGINAL, tokens);
    expect(renderDocument(document).split(said)).toHaveLength(2);
    for (const index of [0, 3, 6]) expect(renderDocument(document)).toContain(`Row ${index} is next.`);
  });

  verifies('UHS-101', 'a difference in a number, a name or a negation is another fact', () => {
    const facts = [
      'Test login.ts failed after 30 s.',
      'Test logout.ts failed after 30 s.',
      'Test login.ts never failed after 30 s.',
    ];
    const text = `Run 7. ${facts.join(' ')} ${'The weather is fine and everybody is happy about it. '.repeat(20)}`;
    for (const fact of facts) expect(shortenText(text, 160)).toContain(fact);
  });

  verifies('UHS-101', 'of lines that differ in numbers only, the one that stands out comes first', () => {
    const log = Array.from({ length: 900 }, (_, index) => `[12:00:${index}] GET /health 200 in ${index} ms`);
    log[600] = '[12:10:00] ERROR database is gone';
    log[700] = '[12:00:700] GET /health 500 in 700 ms';
    const short = shortenText(log.join('\n'), 400);
    expect(short).toContain('ERROR database is gone');
    expect(short).toContain('GET /health 500');
    // The room that is left is used.
    expect(short.length).toBeGreaterThan(300);
  });
});
