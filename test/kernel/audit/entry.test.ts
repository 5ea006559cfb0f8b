import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLine, EMPTY_CHAIN, findBreak, parseEntry, sealEntry } from '../../../src/kernel/audit/index.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';

const AT = '2026-02-11T00:45:02.000Z';

const body = fc
  .dictionary(fc.oneof(fc.constantFrom('hash', 'kind', 'prev', 'seq', ',"hash":"'), fc.string()), fc.jsonValue(), {
    maxKeys: 5,
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
  .filter((value) => !Object.hasOwn(value, '__proto__') && !JSON.stringify(value).includes('__proto__'));

test('whatever an entry holds, its line is canonical, checks out and reads back', () => {
  fc.assert(
    fc.property(body, fc.string(), fc.string(), (content, handoffId, traceId) => {
      const draft = {
        kind: 'test.entry',
        body: content,
        handoffId,
        traceId,
        claim: handoffId,
        flag: { name: traceId, up: true },
      };
      const { text, hash } = sealEntry(draft, AT, { seq: 41, hash: 'c'.repeat(64), link: 'a'.repeat(64) });
      expect(text).toBe(canonicalJson(JSON.parse(text)));
      expect(checkLine(text)).toEqual({
        ok: true,
        hash,
        link: hash,
        prev: 'a'.repeat(64),
        seq: 42,
        signature: undefined,
        leaf: text,
      });
      expect(parseEntry(text)).toEqual({ ...draft, at: AT, seq: 42, prev: 'a'.repeat(64), hash });
    }),
  );
});

test('a sound line in the wrong place does not continue the chain', () => {
  const first = sealEntry({ kind: 'test.entry', body: {} }, AT, EMPTY_CHAIN);
  const second = sealEntry({ kind: 'test.entry', body: {} }, AT, first);
  const forged = sealEntry({ kind: 'test.entry', body: { forged: true } }, AT, { ...first, link: 'b'.repeat(64) });
  const check = (text: string, end = EMPTY_CHAIN): string | undefined => {
    const line = checkLine(text);
    return line.ok ? findBreak(line, end) : line.reason;
  };
  expect(check(first.text)).toBeUndefined();
  expect(check(second.text)).toBe('entry 2 is in the place of entry 1');
  expect(check(second.text, first)).toBeUndefined();
  expect(check(forged.text, first)).toBe('it does not continue the entry before it');
});
