import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editFrontmatter,
  parseFrontmatter,
  renderFrontmatter,
  spliceFrontmatter,
} from '../../../src/kernel/frontmatter/index.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { verifies } from '../../support/verifies.ts';
import { anyText, jsonValue, yamlishText } from '../arbitraries.ts';

const TASK = `---
id: T-1
title: Build it
# who has it
status: ready
updatedAt: '2026-02-09T21:10:00.000Z'
custom: {kept: yes}
rev: 7
metadata: {}
---
Body: status: ready
`;

const before = { status: 'ready', updatedAt: '2026-02-09T21:10:00.000Z', rev: 7, metadata: {} };

describe('a block as Baton writes it', () => {
  test('changes only the lines of the keys that differ', () => {
    const block = { kind: 'human', reason: 'ask: "why"' };
    const after = { status: 'blocked', updatedAt: '2026-02-10T00:00:00.000Z', rev: 8, metadata: { block } };
    const text = spliceFrontmatter(TASK, before, after);
    expect(text).toBe(`---
id: T-1
title: Build it
# who has it
status: blocked
updatedAt: '2026-02-10T00:00:00.000Z'
custom: {kept: yes}
rev: 8
metadata:
  block:
    kind: human
    reason: 'ask: "why"'
---
Body: status: ready
`);
    expect(spliceFrontmatter(text ?? '', after, before)).toBe(TASK);
  });

  test('adds a key after the last one and removes it again', () => {
    const lease = { agent: 'ada', fence: 1 };
    const held = spliceFrontmatter(TASK, { lease: undefined }, { lease });
    expect(parseFrontmatter(held ?? '').data['lease']).toEqual(lease);
    expect(spliceFrontmatter(held ?? '', { lease }, { lease: undefined })).toBe(TASK);
  });

  test('nothing to change is the same text', () => expect(spliceFrontmatter(TASK, before, before)).toBe(TASK));
});

describe('is left to the YAML reader:', () => {
  const declined: Record<string, string> = {
    'another style of the value': TASK.replace('status: ready', 'status: "ready"'),
    'a comment behind the value': TASK.replace('status: ready', 'status: ready # now'),
    'a comment that is indented below it': TASK.replace('status: ready\n', 'status: ready\n  # of status\n'),
    'a space before the colon': TASK.replace('status: ready', 'status : ready'),
    'a quoted key': TASK.replace('status: ready', '"status": ready'),
    'the key inside a text that runs over the margin': TASK.replace(
      'title: Build it\n# who has it\nstatus: ready\n',
      '"status": ready\ntitle: "a\nstatus: ready\nb"\n',
    ),
    'the key twice at the margin': TASK.replace('title: Build it', 'title: "a\nstatus: ready\nb"'),
    'Windows line ends': TASK.replaceAll('\n', '\r\n'),
    'a block that is indented': TASK.replaceAll(/^(?!---|Body)(?=.)/gm, '  '),
    'another value than the one that was known': TASK.replace('status: ready', 'status: done'),
    'no block at all': 'status: ready\n',
  };
  for (const [name, text] of Object.entries(declined))
    test(`${name}`, () => expect(spliceFrontmatter(text, before, { ...before, status: 'done' })).toBeUndefined());

  test('a new key after a comment', () =>
    expect(spliceFrontmatter('---\nid: 1\n# end\n---\n', {}, { rev: 1 })).toBeUndefined());
});

/** As it comes out of a journal: JSON has no -0. */
const record = fc
  .dictionary(fc.constantFrom('status', 'rev', 'title', 'lease', 'metadata'), jsonValue, { minKeys: 1 })
  .map((values) => JSON.parse(JSON.stringify(values)) as JsonObject);
const readsAs = (text: string): JsonObject => parseFrontmatter(text).data;

test('reads as what the YAML editor makes of the same change, with the same body', () => {
  fc.assert(
    fc.property(record, record, fc.oneof(anyText(), yamlishText), (old, wanted, body) => {
      fc.pre(isWritable(old) && isWritable(wanted));
      const text = renderFrontmatter({ id: 'T-1', ...old }, body);
      const keys = new Set([...Object.keys(old), ...Object.keys(wanted)]);
      const [from, to] = [old, wanted].map((values) =>
        Object.fromEntries(Array.from(keys, (key) => [key, values[key]] as const)),
      );
      const spliced = spliceFrontmatter(text, from ?? {}, to ?? {});
      expect(spliced).toBeDefined();
      expect(readsAs(spliced ?? '')).toEqual(readsAs(editFrontmatter(text, to ?? {})));
      expect(parseFrontmatter(spliced ?? '').body).toBe(body);
    }),
  );
});

const letters = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-'];
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...letters.slice(0, 6), 'E', 'G'), minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    'y',
    'N',
    'Yes',
    'no',
    'on',
    'OFF',
    'true',
    'False',
    'null',
    'nan',
    'inf',
    '0x1F',
    '0X1G',
    '1E5',
    '12e03',
  ),
  fc.uuid(),
  fc.ulid(),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2999-01-01') }).map((date) => date.toISOString()),
);
const plain = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));

verifies('SUR-002', 'words, ids, times and numbers are written as a new file has them, without reading YAML', () => {
  fc.assert(
    fc.property(fc.oneof(plain, fc.dictionary(word, plain, { maxKeys: 3 })), (value) => {
      const wanted = renderFrontmatter({ id: 'T-1', value }, '');
      expect(spliceFrontmatter('---\nid: T-1\n---\n', {}, { value })).toBe(wanted);
    }),
    { numRuns: 1_000 },
  );
});

function isWritable(data: JsonObject): boolean {
  try {
    renderFrontmatter(data, '');
    return true;
  } catch {
    return false;
  }
}
