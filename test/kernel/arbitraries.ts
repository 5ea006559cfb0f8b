import * as fc from 'fast-check';
import type { Json } from '../../src/kernel/json.ts';

/** Any text at all: every UTF-16 unit, lone surrogates included, with more of what breaks programs than chance gives. */
export const anyText = (maxLength = 40): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCodePoint(unit)),
        fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCodePoint(unit)),
        fc.constantFrom(
          '\n',
          '\r',
          '\r\n',
          '\t',
          ' ',
          '\u2028',
          '😀',
          '\ud800',
          '\udc00',
          'é',
          'e\u0301',
          '\ufeff',
          '\0',
        ),
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''));

/** A line ending, or a mixture of all of them between lines. */
export const lineEnding = fc.constantFrom('\n', '\r\n', '\r');

/** Words that YAML or Markdown could take for something else, and any text. */
const trickyText = fc.oneof(
  fc.constantFrom(
    'yes',
    'null',
    '~',
    '1',
    '0x1',
    '1e3',
    '2026-02-09',
    '- a',
    'a: b',
    '# c',
    '---',
    '...',
    '|',
    '>',
    '&a',
    '*a',
  ),
  fc.constantFrom(
    '!t',
    '{',
    '[a]',
    '"',
    "'",
    '%',
    '@',
    '`',
    ' a ',
    'a\n',
    '\n a\n',
    'a\n\n\nb',
    'a\n\n',
    '\n',
    'a #b',
    'a:',
    '?',
    '=',
    '<<',
    '',
  ),
  anyText(12),
);

const jsonKey = trickyText.filter((key) => key !== '__proto__');

/** Any JSON value, nested three deep. */
export const jsonValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      trickyText,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(jsonKey, tie('value'), { maxKeys: 3 }),
  ),
})).value;

export const jsonObject = fc.dictionary(jsonKey, jsonValue, { maxKeys: 5 });

const YAML_LINES =
  'a: 1¦b:¦c: [1, 2¦]¦d: {x: 1}¦- x¦  - y¦  z: 2¦? k¦: v¦e: |¦  text¦f: >+¦¦# note¦g: "q¦"¦h: &n 1¦i: *n¦...¦--- x¦%YAML 1.1¦' +
  "\tw¦j: !!str 1¦  ¦\r¦{a: 1}¦\"a\": 'it''s' # c¦k: [x, # c¦ y]¦l: !t";

/** Pieces of YAML in any order: much of it is valid, and all of it looks valid. */
export const yamlishText = fc
  .array(fc.constantFrom(...YAML_LINES.split('¦')), { maxLength: 8 })
  .map((lines) => lines.join('\n'));
