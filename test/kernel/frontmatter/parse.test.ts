import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBatonError } from '../../../src/kernel/errors/index.ts';
import { parseFrontmatter, renderFrontmatter, splitFrontmatter } from '../../../src/kernel/frontmatter/index.ts';
import { anyText, jsonObject, yamlishText } from '../arbitraries.ts';

describe('where the block lies', () => {
  test.each([
    ['---\na: 1\n---\nbody\n', 'a: 1\n', 'body\n'],
    ['---\r\na: 1\r\n---\r\nbody', 'a: 1\r\n', 'body'],
    ['---\ra: 1\r---\rbody', 'a: 1\r', 'body'],
    ['\uFEFF---\na: 1\n---\n', 'a: 1\n', ''],
    ['---\na: 1\n---', 'a: 1\n', ''],
    ['--- \t\na: 1\n---  \nbody', 'a: 1\n', 'body'],
    ['---\n---\n', '', ''],
    ['---\na: "x\n--- no mark\n----\n ---\n---\nbody\n---\n', 'a: "x\n--- no mark\n----\n ---\n', 'body\n---\n'],
  ])('in %j', (text, yaml, body) => {
    const parts = splitFrontmatter(text);
    expect(parts).toMatchObject({ yaml, body });
    expect(text.slice(parts?.start, parts?.end)).toBe(yaml);
  });

  test.each([
    [''],
    ['a: 1\n'],
    ['\n---\na: 1\n---\n'],
    [' ---\na: 1\n---\n'],
    ['---a: 1\n---\n'],
    ['---\na: 1\n--- x\n'],
    ['---'],
  ])('not in %j', (text) => expect(splitFrontmatter(text)).toBeUndefined());
});

describe('what it says', () => {
  test('is JSON values: dates stay text, words of YAML 1.1 stay words, nothing is infinite', () => {
    const yaml =
      'date: 2026-02-09\ntime: 2026-02-09T21:10:00Z\nyes: no\nhex: 0x10\nnone: ~\nempty:\ninf: .inf\nhuge: 1e999\nbig: 1e21\n' +
      'list: [1, "2", {a: b}]\ntext: |\n  one\n  two\n<<: {merged: false}\n';
    expect(parseFrontmatter(`---\n${yaml}---\n`).data).toEqual({
      date: '2026-02-09',
      time: '2026-02-09T21:10:00Z',
      yes: 'no',
      hex: 16,
      none: null,
      empty: null,
      inf: '.inf',
      huge: '1e999',
      big: 1e21,
      list: [1, '2', { a: 'b' }],
      text: 'one\ntwo\n',
      '<<': { merged: false },
    });
  });

  test.each([['---\n---\n'], ['---\n# nothing yet\n\n---\n'], ['---\n{}\n---\n']])('is nothing in %j', (text) =>
    expect(parseFrontmatter(text).data).toEqual({}),
  );

  test('may repeat itself by a few aliases', () => {
    expect(parseFrontmatter('---\na: &x [1]\nb: *x\n---\n').data).toEqual({ a: [1], b: [1] });
  });
});

/** Code, line and reason of the refusal; any other error as it is. */
function refusal(text: string): unknown {
  try {
    return parseFrontmatter(text);
  } catch (error) {
    if (!isBatonError(error)) return error;
    return [error.code, error.details['line'], error.details['reason']];
  }
}

describe('what is refused', () => {
  test.each([
    ['no block', '# Title\n', 1, /does not begin with a --- line/],
    ['an open block', '---\na: 1\n', 1, /never closed/],
    ['a key twice', '---\na: 1\nb: 2\na: 3\n---\n', 4, /duplicated/],
    ['a key twice inside', '---\na:\n  b: 1\n  b: 2\n---\n', 4, /duplicated/],
    ['a list', '---\n- a\n---\n', 2, /keys with values/],
    ['a text', '---\njust words\n---\n', 2, /keys with values/],
    ['a null', '---\n~\n---\n', 2, /keys with values/],
    ['two documents', '---\na: 1\n--- b\n---\n', 2, /more than one/],
    ['a way to the prototype', '---\na: 1\nb: {__proto__: {c: 1}}\n---\n', 3, /__proto__/],
    ['a tag', '---\na: !!js/function "x"\n---\n', 2, /unknown/],
    ['broken YAML', '---\na: 1\nb: [1, 2\n---\n', 4, /./],
    ['an alias of nothing', '---\na: *x\n---\n', 2, /x/],
    ['an alias of itself', '---\na: &x {b: *x}\n---\n', 2, /aliases/],
    ['a conflict', '---\n<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n---\n', 3, /./],
    ['a NUL', '---\na: 1\nb: x\0\n---\n', 3, /null byte/],
    ['too deep a value', `---\na: ${'['.repeat(60)}${']'.repeat(60)}\n---\n`, 2, /maxDepth/],
  ])('%s, with its line', (_, text, line, reason) => {
    expect(refusal(text)).toEqual(['FRONTMATTER_INVALID', line, expect.stringMatching(reason)]);
  });

  test('with the line in the message too', () => {
    expect(() => parseFrontmatter('---\na: 1\na: 2\n---\n')).toThrow('frontmatter, line 3: duplicated mapping key');
  });

  test('aliases of aliases that would fill the memory if they were written out', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`)}]`,
    );
    expect(refusal(`---\nl0: &l0 [x]\n${levels.join('\n')}\n---\n`)).toMatchObject([
      'FRONTMATTER_INVALID',
      2,
      /aliases/,
    ]);
  });

  test('a block of megabytes, before it is parsed', () => {
    expect(refusal(`---\na: ${'é'.repeat(140_000)}\n---\n`)).toMatchObject(['INPUT_TOO_LARGE', undefined, undefined]);
  });

  test('whatever the bytes, by a BatonError', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), yamlishText), fc.constantFrom('', '\uFEFF'), (yaml, mark) => {
        const result = refusal(`${mark}---\n${yaml}\n---\n`);
        expect(result).not.toBeInstanceOf(Error);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a new file', () => {
  test('is read as it was meant', () => {
    fc.assert(
      fc.property(jsonObject, anyText(), (data, body) => {
        expect(parseFrontmatter(renderFrontmatter(data, body))).toEqual({ data, body });
      }),
      { numRuns: 300 },
    );
  });

  test('is plain to read', () => {
    expect(
      renderFrontmatter({ id: 'T-1', at: '2026-02-09T21:10:00Z', tags: ['a'], lease: null, meta: {} }, '# T\n'),
    ).toBe("---\nid: T-1\nat: '2026-02-09T21:10:00Z'\ntags:\n  - a\nlease: null\nmeta: {}\n---\n# T\n");
    expect(renderFrontmatter({}, '')).toBe('---\n---\n');
  });

  test.each([[{ a: Number.NaN }], [{ a: Infinity }], [JSON.parse('{"__proto__": 1}')]])('never holds %j', (data) => {
    expect(() => renderFrontmatter(data, '')).toThrow('frontmatter cannot contain the value given for');
  });
});
