import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMarkedSection, putMarkedSection, removeMarkedSection } from '../../../src/relay/setup/piece-kinds.ts';

const BODY = 'first line\nsecond line\n';

test('a new file holds the section alone and goes with it', () => {
  const text = putMarkedSection(undefined, 'agents-md', BODY);
  expect(text).toMatch(
    /^<!-- BEGIN baton agents-md hash:[0-9a-f]{12} -->\nfirst line\nsecond line\n<!-- END baton agents-md -->\n$/,
  );
  expect(removeMarkedSection(text, 'agents-md')).toBeUndefined();
});

test('an empty file stays, empty', () => {
  expect(removeMarkedSection(putMarkedSection('', 'agents-md', BODY), 'agents-md')).toBe('');
});

test('any file comes back byte for byte', () => {
  const line = fc.constantFrom('# Title', 'text', '', '<!-- other -->', '  - item', '🎽', '```');
  const file = fc
    .tuple(fc.array(line, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, ending, isClosed]) => lines.join(ending) + (isClosed ? ending : ''))
    .filter((text) => text !== '');
  fc.assert(
    fc.property(file, (text) => {
      const once = putMarkedSection(text, 'agents-md', BODY);
      const again = putMarkedSection(once, 'agents-md', `${BODY}third\n`);
      expect(once.startsWith(text)).toBe(true);
      expect(putMarkedSection(once, 'agents-md', BODY)).toBe(once);
      expect(removeMarkedSection(once, 'agents-md')).toBe(text);
      expect(removeMarkedSection(again, 'agents-md')).toBe(text);
    }),
  );
});

test('text somebody wrote after the section stays', () => {
  const text = `${putMarkedSection('# Mine\n', 'agents-md', BODY)}\nmore\n`;
  expect(removeMarkedSection(text, 'agents-md')).toBe('# Mine\n\nmore\n');
});

test('a section changed by hand is told from ours', () => {
  const text = putMarkedSection('# Mine\r\n', 'agents-md', BODY);
  expect(findMarkedSection(text, 'agents-md')?.isOurs).toBe(true);
  expect(findMarkedSection(text.replace('second', 'my own'), 'agents-md')?.isOurs).toBe(false);
  expect(findMarkedSection(text, 'import')).toBeUndefined();
});
