import * as fc from 'fast-check';

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
