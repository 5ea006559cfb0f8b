import { createRequire } from 'node:module';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { isBatonError, type ErrorCode } from '../../src/kernel/errors/index.ts';

// The package's types describe a default export that its CommonJS code does not have.
const canonicalize: (value: unknown) => string | undefined = createRequire(import.meta.url)('canonicalize');

const codeOf = (run: () => unknown): ErrorCode | undefined => {
  try {
    run();
  } catch (error) {
    return isBatonError(error) ? error.code : undefined;
  }
  return undefined;
};

function doubleOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

describe('the vectors of RFC 8785', () => {
  const sample = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`;

  test('the sample object, as text and as bytes', () => {
    const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    const actual = canonicalJson(JSON.parse(sample));
    expect(actual).toBe(expected);
    expect(Buffer.from(actual, 'utf8').toString('hex')).toBe(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333' +
        '332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d',
    );
  });

  test('names are sorted by UTF-16 code units', () => {
    const value: unknown = JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    );
    expect(canonicalJson(value).match(/(?<=:")[^"]*(?=")/g)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the number with the bits %s is written %s', (bits, text) => {
    expect(canonicalJson(doubleOf(bits))).toBe(text);
  });

  test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
    'the number with the bits %s is refused',
    (bits) => {
      expect(codeOf(() => canonicalJson(doubleOf(bits)))).toBe('INPUT_INVALID');
    },
  );
});

test('every JSON value is written as the canonicalize package writes it, and reads back equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(text).toBe(canonicalize(value));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('the order of members does not matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
      const turned = Object.fromEntries(Object.entries(members).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(members));
    }),
  );
});

test('an own "__proto__" member is part of the value', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
});

test('a member that is undefined is left out', () => {
  expect(canonicalJson({ b: undefined, a: [] })).toBe('{"a":[]}');
});

test.each([
  ['a lone surrogate', 'x\ud800'],
  ['a lone surrogate in a name', { '\udc00': 1 }],
  ['undefined in a list', [undefined]],
  ['a hole in a list', [1, , 2]], // oxlint-disable-line no-sparse-arrays
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a function', () => 1],
  ['a bigint', 1n],
  ['undefined', undefined],
])('%s is refused', (_, value) => {
  expect(codeOf(() => canonicalJson(value))).toBe('INPUT_INVALID');
});

test('a value that contains itself, or is nested without end, is refused and does not exhaust the stack', () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect(codeOf(() => canonicalJson(loop))).toBe('INPUT_TOO_LARGE');
});
