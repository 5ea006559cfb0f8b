import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderForCount } from '../../../src/protocols/project/manifest/index.ts';
import type { Manifest } from '../../../src/protocols/project/index.ts';
import { HandoffTexts } from '../../../src/relay/project/folder/handoff-file.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { createTokenCounter } from '../../../src/stores/tokens/index.ts';

const COUNTS = { core: 7, full: 77 };
/** Texts that a tokenizer might like to join with what stands around them. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[\s/{}",\n]{0,20}$/),
  fc.constantFrom('    },\n', '\n    }', ' ', '/', "don't\n\n", '数えます。\r\n'),
);
const entry = fc.record({
  checksum: fc.constant(`sha256:${'a'.repeat(64)}`),
  updated: fc.constant('2026-02-09T21:00:00Z'),
  lines: fc.nat(),
  summary: words,
});
const manifests = fc
  .record({ files: fc.dictionary(words, entry, { maxKeys: 6 }), context: words, unknown: fc.jsonValue() })
  .map(({ files, context, unknown }): Manifest => {
    const session = { agent: 'ada', timestamp: '2026-02-09T21:00:00Z', commit: 'none', phase: 'idle' as const };
    const tasks = { 'T-001': { title: context, status: 'ready', priority: 'high', depends_on: [], created: '' } };
    const rest = { unknown, more: { nested: { deep: [unknown] } }, tasks };
    return {
      aahp_version: '2.0',
      project: 'p',
      last_session: { ...session, duration_minutes: 0 },
      files,
      quick_context: context,
      ...rest,
    } as Manifest;
  });

test('the pieces of a manifest make it up, and their tokens add up to its tokens', async () => {
  const tokens = createTokenCounter({ disk: nodeDisk });
  await fc.assert(
    fc.asyncProperty(manifests, async (manifest) => {
      const pieces = renderForCount(manifest, COUNTS);
      const whole = pieces.join('');
      expect(JSON.parse(whole)).toMatchObject({ token_budget: { manifest_only: 0, full_read: 77 } });
      const counts = await tokens.countAll(pieces);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await tokens.count(whole));
      expect(pieces.length).toBeGreaterThanOrEqual(Object.keys(manifest.files).length);
    }),
    { numRuns: 150 },
  );
});

describe('texts of handoff files', () => {
  const asked: string[] = [];
  const fileOf = (name: string, content: string, isText = true): { name: string; text: string; isText: boolean } => ({
    name,
    isText,
    get text() {
      asked.push(name);
      return content;
    },
  });
  const texts = new HandoffTexts([fileOf('a.md', 'one'), fileOf('b.md', '', false), fileOf('c.md', 'two')]);

  test('a file that is not text is not among them, and none is decoded to find out', () => {
    expect([texts.size, [...texts.keys()], texts.has('b.md'), texts.get('b.md')]).toEqual([
      2,
      ['a.md', 'c.md'],
      false,
      undefined,
    ]);
    expect(asked).toEqual([]);
  });

  test('they are read like any map', () => {
    const whole = [
      ['a.md', 'one'],
      ['c.md', 'two'],
    ];
    const each: string[][] = [];
    texts.forEach((text, name) => each.push([name, text]));
    expect([...texts]).toEqual(whole);
    expect([...texts.entries()]).toEqual(whole);
    expect(each).toEqual(whole);
    expect([...texts.values(), texts.get('a.md')]).toEqual(['one', 'two', 'one']);
  });
});
