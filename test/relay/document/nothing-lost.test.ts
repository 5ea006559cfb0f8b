import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { renderDocument, type HandoffDocument } from '../../../src/protocols/document/index.ts';
import { compressDocument, expandDocument } from '../../../src/relay/document/index.ts';
import { smallDocument } from '../../protocols/document/sample-document.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const withPayload = (payload: JsonObject): HandoffDocument => {
  const { handoff } = smallDocument();
  return { handoff: { ...handoff, payload: { working: {}, ...payload } } };
};

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `read src/part-${index}.ts`);

describe('a member named extract', () => {
  verifies('UHS-021', 'that the sender wrote is kept beside what Baton shows', async () => {
    const platform = await testPlatform(await tempFolder());
    for (const extract of [{ 'payload.session': 'mine', own: 'keep' }, 'a text', ['a', 'list']]) {
      const document = withPayload({ session: { state: { log: lines(900) } }, extract });
      const outcome = await compressDocument(platform, document);
      const payload: JsonObject = { ...outcome.document.handoff.payload } as never;
      expect(payload['extract']).toEqual(extract);
      expect(payload['extract-2']).toMatchObject({ 'payload.session': expect.stringContaining('900 items') as string });
      expect((await expandDocument(platform, outcome.document)).document).toEqual(document);
    }
  });

  test('moves as any other if it is too long, and the names stay apart', async () => {
    const platform = await testPlatform(await tempFolder());
    const document = withPayload({ extract: { notes: lines(900) } });
    const { document: short, fits } = await compressDocument(platform, document);
    const payload: JsonObject = { ...short.handoff.payload } as never;
    expect([fits, payload['extract']]).toEqual([true, undefined]);
    expect(payload['extract-2']).toHaveProperty(['payload.extract']);
  });
});

describe('references', () => {
  verifies('UHS-100', 'too many for their section move to the file, the least relevant first', async () => {
    const platform = await testPlatform(await tempFolder());
    const files = Array.from({ length: 3_000 }, (_, index) => ({
      path: `a${index}.ts`,
      ...(index === 2_500 ? { relevance: 'critical' } : {}),
    }));
    const document = withPayload({ references: { files } });
    const outcome = await compressDocument(platform, document);
    expect(outcome.fits).toBe(true);
    const kept = outcome.document.handoff.payload.references?.files ?? [];
    expect(kept.map(({ path }) => path)).toContain('a2500.ts');
    expect(kept.length).toBeLessThan(30);
    expect((await expandDocument(platform, outcome.document)).document).toEqual(document);
  });

  test('few and small ones go one by one if the limit is low', async () => {
    const platform = await testPlatform(await tempFolder());
    const files = Array.from({ length: 12 }, (_, index) => ({ path: `a${index}.ts` }));
    const { fits } = await compressDocument(platform, withPayload({ references: { files } }), { limit: 400 });
    expect(fits).toBe(true);
  });
});

describe('a low limit', () => {
  verifies('UHS-100', 'is reached without what a reader can derive, and a refusal says how far it is', async () => {
    const platform = await testPlatform(await tempFolder());
    const document = withPayload({ working: { log: lines(300), next: 'read on' } });
    const refused = await compressDocument(platform, document, { limit: 300 });
    expect(refused).toMatchObject({ fits: false, limit: 300, path: null });
    const outcome = await compressDocument(platform, document, { limit: refused.tokens.count });
    expect(outcome.fits).toBe(true);
    expect(outcome.document.handoff.payload.working).toEqual({ '...': '...' });
    expect(outcome.document.handoff.payload.references?.files?.[0]).not.toHaveProperty('description');
    expect((await expandDocument(platform, outcome.document)).document).toEqual(document);
  });
});

describe('a table in a text', () => {
  const rows = Array.from({ length: 600 }, (_, index) => [index, `item ${index}`, index % 150 === 7 ? 'broken' : 'ok']);
  const csv = rows.map((row) => row.join(',')).join('\n');
  const bordered = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const texts = {
    csv: `id,name,status\n${csv}`,
    'csv with quotes and gaps': `id,name,status\n${csv}\n600,"last, and ""least""",ok\n601,short`,
    tabs: `id\tname\tstatus\n${csv.replaceAll(',', '\t')}`,
    markdown: `| id | name | status |\n|---|:-:|---|\n${bordered}`,
  };

  for (const [name, text] of Object.entries(texts)) {
    verifies('UHS-100', `shrinks as a table: ${name}`, async () => {
      const platform = await testPlatform(await tempFolder());
      const document = withPayload({ working: { table: text } });
      const outcome = await compressDocument(platform, document);
      const { table } = outcome.document.handoff.payload.working;
      expect(table).toMatch(/^60\d items of \{id, name, status\}; first \d+: 0 \| item 0 \| ok\n/);
      for (const index of [7, 157, 307, 457]) expect(table).toContain(`${index} | item ${index} | broken`);
      expect(table).toMatch(/in all: status: 59\d ok, 4 broken/);
      expect((await expandDocument(platform, outcome.document)).text).toBe(renderDocument(document));
    });
  }

  test('prose with commas is no table', async () => {
    const platform = await testPlatform(await tempFolder());
    const prose = Array.from({ length: 200 }, (_, index) => `We looked at part ${index}, and it is fine.`).join('\n');
    const { document } = await compressDocument(platform, withPayload({ working: { prose } }));
    expect(document.handoff.payload.working['prose']).toMatch(/^We looked at part 0, and it is fine\./);
  });

  verifies('UHS-100', 'rows that are lists have borders between their cells', async () => {
    const platform = await testPlatform(await tempFolder());
    const { document } = await compressDocument(platform, withPayload({ working: { rows } }));
    expect(document.handoff.payload.working['rows']).toMatch(/^600 items of list; first \d+: 0 \| item 0 \| ok\n/);
  });
});
