import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalJson } from '../../../src/kernel/canonical-json.ts';
import { isBatonError } from '../../../src/kernel/errors/index.ts';
import {
  editFrontmatter,
  parseFrontmatter,
  renderFrontmatter,
  type FrontmatterChanges,
} from '../../../src/kernel/frontmatter/index.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { withLineEnding } from '../../../src/kernel/text.ts';
import { anyText, jsonObject, jsonValue, lineEnding, yamlishText } from '../arbitraries.ts';

/** The lines of `after` that differ from `before`, as a list of removed and added ones. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let top = 0;
  while (top < old.length && old[top] === now[top]) top += 1;
  let bottom = 0;
  while (bottom < old.length - top && bottom < now.length - top && old.at(-1 - bottom) === now.at(-1 - bottom))
    bottom += 1;
  return [
    ...old.slice(top, old.length - bottom).map((line) => `-${line}`),
    ...now.slice(top, now.length - bottom).map((line) => `+${line}`),
  ];
}

const TASK = `---
# A task
id: T-1 # never changes
"title":   "Old words"   # shown on the board
status: open
updatedAt: 2026-02-09T21:10:00Z
routing: # who may take it
  agent: ada # for now
  # people ask for these
  tags: [x, y]  # at most five
dependsOn: # before this
- T-2
- T-3

note: |
  text # no comment

# the lease
lease:
custom: {kept: yes}
rev: 7
# the end
---
# Body

---
no final newline`;

const edited = (changes: FrontmatterChanges): string[] => changedLines(TASK, editFrontmatter(TASK, changes));

describe('one key', () => {
  test('a word', () => expect(edited({ status: 'done' })).toEqual(['-status: open', '+status: done']));
  test('a number', () => expect(edited({ rev: 8 })).toEqual(['-rev: 7', '+rev: 8']));
  test('a word that needs quotes', () =>
    expect(edited({ status: 'yes' })).toEqual(['-status: open', "+status: 'yes'"]));
  test('a date that stood without quotes', () =>
    expect(edited({ updatedAt: '2026-03-01T00:00:00.000Z' })).toEqual([
      '-updatedAt: 2026-02-09T21:10:00Z',
      '+updatedAt: 2026-03-01T00:00:00.000Z',
    ]));
  test('quotes and the comment after them stay', () =>
    expect(edited({ title: 'New "words"' })).toEqual([
      '-"title":   "Old words"   # shown on the board',
      '+"title":   "New \\"words\\""   # shown on the board',
    ]));
  test('several lines where a comment stands become one', () =>
    expect(edited({ id: 'a\nb' })).toEqual(['-id: T-1 # never changes', '+id: "a\\nb" # never changes']));
  test('several lines in place of none', () =>
    expect(edited({ status: 'a\n\nb' })).toEqual(['-status: open', '+status: |-', '+  a', '+', '+  b']));
  test('an empty value gets one', () => expect(edited({ lease: 'x' })).toEqual(['-lease:', '+lease: x']));
  test('an empty value gets a mapping', () =>
    expect(edited({ lease: { agent: 'bob', tries: [1] } })).toEqual(['+  agent: bob', '+  tries:', '+    - 1']));
  test('a list keeps the comment on its key and its way of standing', () =>
    expect(edited({ dependsOn: ['T-9'] })).toEqual(['-- T-2', '-- T-3', '+- T-9']));
  test('a list becomes empty', () =>
    expect(edited({ dependsOn: [] })).toEqual([
      '-dependsOn: # before this',
      '-- T-2',
      '-- T-3',
      '+dependsOn: [] # before this',
    ]));
  test('a key with a question mark becomes an ordinary one', () =>
    expect(editFrontmatter('---\nb: 1\n? a\n: x: 1\n# end\n---\n', { a: { x: 2 } })).toBe(
      '---\nb: 1\na:\n  x: 2\n# end\n---\n',
    ));
  test('a literal text', () =>
    expect(edited({ note: 'x\n\ny\n' })).toEqual(['-  text # no comment', '+  x', '+', '+  y']));
  test('blank lines at the end of a text are not mixed with those of the file', () => {
    const text = '---\nnote: old\n\n# c\nrev: 1\n---\n';
    const value = { inner: ['x\n\n'] };
    expect(parseFrontmatter(editFrontmatter(text, { note: 'a\nb\n\n' })).data['note']).toBe('a\nb\n\n');
    expect(parseFrontmatter(editFrontmatter(text, { note: value })).data['note']).toEqual(value);
  });
  test('a text of several lines is not mixed with an indented comment below it', () => {
    for (const text of [
      '---\na: 1\n  # c\nb: 2\n---\n',
      '---\na: 1\n\n\t\n   # c\n---\n',
      '---\nb: 2\n    # c\n---\n',
      '---\na:\n  - 1\n  # c\n---\n',
    ]) {
      const result = editFrontmatter(text, { a: 'x\ny', b: { c: 'z\nz' } });
      expect(parseFrontmatter(result).data).toEqual({ a: 'x\ny', b: { c: 'z\nz' } });
      expect(result).toContain('  # c\n');
    }
  });
  test('a mapping in brackets stays in brackets', () =>
    expect(edited({ custom: { kept: 'no', more: [1] } })).toEqual([
      '-custom: {kept: yes}',
      "+custom: {kept: 'no', more: [1]}",
    ]));
});

describe('inside a mapping', () => {
  test('only the keys that differ change', () => {
    const routing = { tags: ['x', 'y'], agent: 'ada' };
    expect(edited({ routing: { ...routing, agent: 'bob' } })).toEqual([
      '-  agent: ada # for now',
      '+  agent: bob # for now',
    ]);
    expect(edited({ routing: { ...routing, role: 'dev' } })).toEqual(['+  role: dev']);
    expect(edited({ routing: { agent: 'ada' } })).toEqual(['-  tags: [x, y]  # at most five']);
  });
  test('nothing left inside', () =>
    expect(editFrontmatter('---\na:\n  b: 1\n  c: 2\nd: 3\n---\n', { a: {} })).toBe('---\na: {}\nd: 3\n---\n'));
});

describe('keys come and go', () => {
  test('a new one comes after the last, before comments at the end', () =>
    expect(edited({ parentId: 'T-0' })).toEqual(['+parentId: T-0']));
  test('one goes with its lines, blank lines and comments around it stay', () => {
    expect(edited({ note: undefined })).toEqual(['-note: |', '-  text # no comment']);
    expect(edited({ routing: undefined })).toHaveLength(4);
  });
  test('one that is not there goes unnoticed', () => expect(editFrontmatter(TASK, { nothing: undefined })).toBe(TASK));
  test('the same value changes nothing', () =>
    expect(editFrontmatter(TASK, { rev: 7, custom: { kept: 'yes' } })).toBe(TASK));
  test.each([
    ['---\n---\nbody', '---\na: 1\n---\nbody'],
    ['---\r\n---\r\nbody', '---\r\na: 1\r\n---\r\nbody'],
    ['---\n# later\n---\n', '---\n# later\na: 1\n---\n'],
    ['---\n{}\n---\n', '---\na: 1\n---\n'],
    ['---\n{b: 2} # all\n---\n', '---\n{b: 2, a: 1} # all\n---\n'],
    ['---\n  b: 2\n---\n', '---\n  b: 2\n  a: 1\n---\n'],
    ['---\nb: |+\n  x\n\n---\n', '---\nb: |+\n  x\n\na: 1\n---\n'],
    ['---\nb: 2\n...\n# behind\n---\n', '---\nb: 2\na: 1\n...\n# behind\n---\n'],
  ])('the first into %j', (before, after) => expect(editFrontmatter(before, { a: 1 })).toBe(after));
});

describe('what cannot be changed in place is refused and nothing is written', () => {
  test.each([
    ['no block', 'a: 1\n', { a: 2 }, 'FRONTMATTER_INVALID'],
    ['a broken block', '---\na: [\n---\n', { a: 2 }, 'FRONTMATTER_INVALID'],
    ['a key of several lines', '---\n? |\n  a\n: 1\n---\n', { 'a\n': 2 }, 'FRONTMATTER_INVALID'],
    ['a value others point to', '---\na: &x 1\nb: *x\n---\n', { a: undefined }, 'INPUT_INVALID'],
    ['the place of a value others point to', '---\na: &x 1\nb: *x\n---\n', { a: 2 }, 'INPUT_INVALID'],
    ['a number that is none', '---\na: 1\n---\n', { a: Number.NaN }, 'INPUT_INVALID'],
    ['a way to the prototype', '---\na: 1\n---\n', JSON.parse('{"__proto__": {"x": 1}}'), 'INPUT_INVALID'],
  ])('%s', (_, text, changes, code) => {
    expect(() => editFrontmatter(text, changes)).toThrow(expect.objectContaining({ code }));
  });
});

const anyChanges = fc.dictionary(
  fc
    .oneof(fc.constantFrom('a', 'b', 'c', 'd e', '1', 'true', '#', '?'), anyText(4))
    .filter((key) => key !== '__proto__'),
  fc.option(jsonValue, { nil: undefined }),
  { maxKeys: 4 },
);

function wantedOf(data: JsonObject, changes: FrontmatterChanges): JsonObject {
  const pairs = Object.entries({ ...data, ...changes });
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Undefined where a BatonError refuses. */
function resultOf(run: () => string): string | undefined {
  try {
    return run();
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

describe('whatever changes', () => {
  test('the result is what was wanted, and the body and the mark before it stay', () => {
    fc.assert(
      fc.property(
        jsonObject,
        anyChanges,
        anyText(),
        lineEnding,
        fc.constantFrom('', '\uFEFF'),
        (data, changes, rest, ending, mark) => {
          const body = `#${rest}`;
          const rendered = withLineEnding(renderFrontmatter(data, ''), ending);
          const result = resultOf(() => editFrontmatter(mark + rendered + body, changes));
          // The parser reads a block whose last line is blank in two ways: that is refused, and nothing else.
          if (result === undefined) return expect(JSON.stringify([data, changes])).toMatch(/\\n\s+(?:\\n|")/);
          expect(parseFrontmatter(result)).toEqual({ data: wantedOf(data, changes), body });
          expect(result.startsWith(`${mark}---${ending}`)).toBe(true);
          expect(result.endsWith(`---${ending}${body}`)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('lines of other keys and all comments stay, byte for byte', () => {
    fc.assert(
      fc.property(
        commentedMapping,
        fc.nat(),
        fc.option(jsonValue, { nil: undefined }),
        lineEnding,
        (entries, at, value, ending) => {
          const chosen = entries[at % entries.length];
          if (chosen === undefined) return;
          const text = withLineEnding(`---\n${entries.map(({ lines }) => lines).join('')}---\nbody`, ending);
          const result = editFrontmatter(text, { [chosen.key]: value });
          const others = entries.filter((entry) => entry !== chosen).map(({ lines }) => withLineEnding(lines, ending));
          let from = 0;
          for (const lines of others) {
            const found = result.indexOf(lines, from);
            expect(found).toBeGreaterThanOrEqual(from);
            from = found + lines.length;
          }
          expect(result).toContain(withLineEnding(chosen.before, ending));
          expect(parseFrontmatter(result).data[chosen.key]).toEqual(value);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('nothing but a BatonError or what was wanted comes of any bytes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), yamlishText), anyChanges, (yaml, changes) => {
        const text = `---\n${yaml}\n---\nbody`;
        const result = resultOf(() => editFrontmatter(text, changes));
        const isWanted =
          result === undefined ||
          equalJson(parseFrontmatter(result).data, wantedOf(parseFrontmatter(text).data, changes));
        expect(isWanted).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });
});

/** Keys in many ways of writing, each with a comment before it that belongs to nobody. */
const commentedMapping = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
  .chain((keys) => fc.tuple(...keys.map((key) => entryOf(key))));

const entryOf = (key: string): fc.Arbitrary<{ key: string; before: string; lines: string }> =>
  fc
    .tuple(
      fc.constantFrom('', `# about ${key}\n`, `\n # about ${key}\n\n`),
      fc.constantFrom(key, `"${key}"`, `'${key}' `),
      fc.constantFrom(
        ' word',
        '   12  ',
        " 'it''s'",
        ' "a\\tb"',
        '',
        ' # only words',
        ' [1, {x: 2}, "]"]',
        ' [1, # one\n  2]',
        ' {x: [1], "y": }',
        ' |\n  one\n\n  # two',
        ' >-\n  one\n  two\n',
        '\n  - 1\n  - x: 2\n    y: 3',
        '\n- 1\n# inside\n- 2',
        '\n  x: 1\n  # inside\n  y:\n    z: [2]',
        '\n  plain words\n  on two lines',
        ' !!str 12',
      ),
      fc.constantFrom('', ' # behind', '  '),
    )
    .map(([before, name, value, behind]) => {
      const isText = /^ [|>]/.test(value);
      return { key, before, lines: `${before}${name}:${value}${isText || value.includes('#') ? '' : behind}\n` };
    });
