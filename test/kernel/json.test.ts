import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, equalJson } from '../../src/kernel/canonical-json.ts';
import { BatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, parseJsonPrefix } from '../../src/kernel/json.ts';

function failureOf(run: () => unknown): { code: string; line: unknown; column: unknown; reason: unknown } | undefined {
  try {
    run();
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    const { line, column, reason } = error.details;
    return { code: error.code, line, column, reason };
  }
  return undefined;
}

/** What a reader makes of a text: its value, or that it has none. */
function readingOf(read: (text: string) => unknown, text: string): { value: unknown } | 'refused' {
  try {
    return { value: read(text) };
  } catch {
    return 'refused';
  }
}

const ALMOST_JSON = [
  ...'{ } [ ] , : " "a" "b" 1 - 0 . e + 1.5e-3 01 true nul null \\ "\\u00e9" "\\x" "\\u12" é'.split(' '),
  ' ',
  '\n',
  '\t',
  '\u0001',
  '\u00a0',
  '\ufeff',
  '"\u2028"',
];

describe('what is accepted', () => {
  test('exactly what JSON.parse accepts, with the same value', () => {
    const pieces = fc.constantFrom(...ALMOST_JSON);
    const almostJson = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.json(),
      fc.tuple(fc.json(), fc.nat(), pieces).map(([text, at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place);
      }),
    );
    const limits = { duplicateKeys: 'last-wins', protoKeys: 'keep', maxDepth: 1_000 } as const;
    fc.assert(
      fc.property(almostJson, (text) => {
        fc.pre(!text.startsWith('\ufeff'));
        const ours = readingOf((json) => parseJson(json, limits), text);
        expect(ours).toEqual(readingOf((json) => JSON.parse(json), text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('a byte order mark is skipped and does not shift columns', () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(failureOf(() => parseJson('\ufeff{x'))).toMatchObject({ line: 1, column: 2 });
  });

  test('objects are told from lists and null', () => {
    expect([{}, [], null, 'x', 1].map(isJsonObject)).toEqual([true, false, false, false, false]);
  });
});

describe('faults are named with their place', () => {
  test.each([
    ['', 1, 1, 'the text ends too early'],
    ['{"a":1', 1, 7, 'the text ends too early'],
    ['{\r\n  "a": 1,\r\n}', 3, 1, 'comma before a closing bracket'],
    ['[1,\n2,\n]', 3, 1, 'comma before a closing bracket'],
    ['{"a" 1}', 1, 6, 'expected ":", found "1"'],
    ["{'a':1}", 1, 2, 'expected a name in double quotes, found "\'"'],
    ['[1 2]', 1, 4, 'expected "," or "]", found "2"'],
    ['{"a":1 "b":2}', 1, 8, 'expected "," or "}", found "\\""'],
    ['// note\n{}', 1, 1, 'expected a value, found "/"'],
    ['{} x', 1, 4, 'text after the value, found "x"'],
    ['"a\nb"', 1, 3, 'line break or control character inside a string'],
    [String.raw`"\q"`, 1, 2, 'unknown escape inside a string'],
    [String.raw`"\u12g4"`, 1, 2, 'unknown escape inside a string'],
    ['"abc', 1, 5, 'the text ends inside a string'],
    ['012', 1, 1, 'number with a leading zero'],
    ['1.', 1, 3, 'the text ends too early'],
    ['-x', 1, 2, 'expected a digit, found "x"'],
    ['[😀]', 1, 2, 'expected a value, found "😀"'],
    ['NaN', 1, 1, 'expected a value, found "N"'],
  ])('%j', (text, line, column, reason) => {
    expect(failureOf(() => parseJson(text))).toEqual({ code: 'INPUT_INVALID', line, column, reason });
  });

  test('the message says all of it to a person', () => {
    expect(() => parseJson('{"a":}')).toThrow('not valid JSON: expected a value, found "}", at line 1, column 6');
  });
});

describe('the form in which programs write JSON', () => {
  test('reads as the scan does, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), fc.constantFrom('', '\n', ' \n'), (value, indent, end) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('__proto__'));
        // A blank before the value is not of that form: this text is scanned.
        expect(parseJson(text + end)).toEqual(parseJson(` ${text}`));
      }),
    );
  });

  test.each([
    ['{"a":1,"a":1}', 'the name "a" stands twice'],
    ['{\n  "a": 1,\n  "a": 1\n}', 'the name "a" stands twice'],
    ['{"__proto__":1}', 'the name "__proto__" is not allowed'],
    ['[[[[]]]]', 'nested deeper than 3 levels'],
    ['[\n  [\n    [\n      {}\n    ]\n  ]\n]\n', 'nested deeper than 3 levels'],
  ])('is held to the same rules: %j', (text, reason) => {
    expect(failureOf(() => parseJson(text, { maxDepth: 3 }))?.reason).toBe(reason);
  });
});

describe('names', () => {
  test('a name that stands twice is refused, also when escaped, unless the last may win', () => {
    expect(failureOf(() => parseJson('{"a":1,\n "\\u0061":2}'))).toEqual({
      code: 'INPUT_INVALID',
      line: 2,
      column: 2,
      reason: 'the name "a" stands twice',
    });
    expect(parseJson('{"a":1,"a":2}', { duplicateKeys: 'last-wins' })).toEqual({ a: 2 });
    expect(parseJson('{"a":{"a":1},"b":{"a":2}}')).toEqual({ a: { a: 1 }, b: { a: 2 } });
  });

  test('"__proto__" is refused however it is written, and never reaches a prototype when kept', () => {
    for (const text of [
      '{"__proto__":{"x":1}}',
      String.raw`[{"a":{"\u005f_proto__":1}}]`,
      String.raw`{"__\u0070roto__":1}`,
    ]) {
      expect(failureOf(() => parseJson(text))?.reason).toBe('the name "__proto__" is not allowed');
    }
    const kept = parseJson('{"__proto__":{"polluted":true}}', { protoKeys: 'keep' });
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(Object.keys(Object(kept))).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(parseJson('["__proto__"]')).toEqual(['__proto__']);
  });

  test('"constructor" and "prototype" are ordinary names', () => {
    expect(parseJson('{"constructor":{"prototype":1}}')).toEqual({ constructor: { prototype: 1 } });
  });
});

describe('limits', () => {
  test('the size is measured in UTF-8 bytes and the limit itself passes', () => {
    expect(parseJson('"éé"', { maxBytes: 6 })).toBe('éé');
    expect(failureOf(() => parseJson('"éé"', { maxBytes: 5 }))?.code).toBe('INPUT_TOO_LARGE');
    expect(failureOf(() => parseJson('"aaaaaa"', { maxBytes: 5 }))?.code).toBe('INPUT_TOO_LARGE');
  });

  test('the nesting limit itself passes, one more does not', () => {
    expect(parseJson('[[{"a":[]}]]', { maxDepth: 4 })).toEqual([[{ a: [] }]]);
    expect(failureOf(() => parseJson('[[{"a":\n[]}]]', { maxDepth: 3 }))).toEqual({
      code: 'INPUT_TOO_LARGE',
      line: 2,
      column: 1,
      reason: 'nested deeper than 3 levels',
    });
  });

  test('millions of opening brackets are refused without exhausting the stack', () => {
    expect(failureOf(() => parseJson('['.repeat(5_000_000)))?.code).toBe('INPUT_TOO_LARGE');
    expect(failureOf(() => parseJson('{"a":'.repeat(1_000_000)))?.code).toBe('INPUT_TOO_LARGE');
  });
});

describe('a value with text after it', () => {
  test('the value is read and its end told', () => {
    const text = '\ufeff {"a":[1,"}"]} and then some {';
    const { value, end } = parseJsonPrefix(text);
    expect(value).toEqual({ a: [1, '}'] });
    expect(text.slice(end)).toBe(' and then some {');
  });

  test('what follows does not matter, what comes before does', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, rest) => {
        fc.pre(!/^[\d.eE+-]/.test(rest) && !json.startsWith('\ufeff'));
        const { end } = parseJsonPrefix(json + rest, { duplicateKeys: 'last-wins', protoKeys: 'keep' });
        expect(end).toBe(json.trimEnd().length);
      }),
    );
    expect(failureOf(() => parseJsonPrefix('x {}'))?.code).toBe('INPUT_INVALID');
  });
});

describe('the same value', () => {
  test('is what has the same canonical form', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (left, right) => {
        const [a, b] = [parseJson(left, { protoKeys: 'keep' }), parseJson(right, { protoKeys: 'keep' })];
        expect(equalJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(equalJson(a, parseJson(left, { protoKeys: 'keep' }))).toBe(true);
      }),
    );
  });

  test.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j', (a, b, same) => expect(equalJson(a, b)).toBe(same));
});
