import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import {
  appendElement,
  findValue,
  removeElements,
  removeMember,
  setMember,
} from '../../../src/relay/setup/json-member.ts';

const ours = { hooks: [{ command: 'baton' }] };
const isOurs = (value: unknown): boolean => JSON.stringify(value) === JSON.stringify(ours);

/** Files as people keep them. Each must come back byte for byte. */
const FILES: Readonly<Record<string, string>> = {
  empty: '{}',
  'empty with a newline': '{}\n',
  'empty with a space': '{ }\n',
  'empty over two lines': '{\n}\n',
  'one line': '{"a":1}',
  'one line, spaced': '{ "a": 1 }\n',
  'two spaces': '{\n  "a": 1\n}\n',
  tabs: '{\n\t"a": {\n\t\t"b": [1, 2]\n\t}\n}\n',
  'four spaces, no final newline': '{\n    "a": 1\n}',
  CRLF: '{\r\n  "a": 1\r\n}\r\n',
  comments: '// mine\n{\n  // first\n  "a": 1 // last\n  /* end */\n}\n',
  'a trailing comma': '{\n  "a": 1,\n}\n',
  'a trailing comma and a comment': '{\n  "a": 1, // why\n}\n',
  'other hooks':
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "command": "mine" }] }\n    ]\n  },\n  "z": true\n}\n',
  'an empty list of hooks': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  'an empty object of hooks': '{\n  "hooks": {}\n}\n',
  'hooks of other events': '{"hooks":{"Start":[1]}}',
  'odd layout': '{ "hooks" : {\n"Stop" :[ {"x":1}\n, {"y":2} ] } ,\n   "b":2}\n',
  'a byte order mark-free emoji': '{\n  "héllo 🎽": "</script>"\n}\n',
};

describe.each(Object.entries(FILES))('%s', (_name, text) => {
  test('an element is added where it belongs, and everything else keeps its value', () => {
    const added = appendElement(text, ['hooks', 'Stop'], ours);
    const before: unknown = parse(text);
    expect(findValue(added, ['hooks', 'Stop'])).toContainEqual(ours);
    expect(parse(removeElements(added, ['hooks', 'Stop'], isOurs) || '{}')).toEqual(before);
  });

  test('removing it restores the file byte for byte', () => {
    const twice = appendElement(appendElement(text, ['hooks', 'Stop'], ours), ['hooks', 'End'], ours);
    const without = removeElements(removeElements(twice, ['hooks', 'Stop'], isOurs), ['hooks', 'End'], isOurs);
    expect(without).toBe(text);
  });

  test('a member is set, replaced and taken away the same way', () => {
    const once = setMember(text, ['servers', 'baton'], { command: 'baton', args: ['mcp'] });
    expect(findValue(once, ['servers', 'baton'])).toEqual({ command: 'baton', args: ['mcp'] });
    const again = setMember(once, ['servers', 'baton'], { command: 'npx' });
    expect(findValue(again, ['servers', 'baton'])).toEqual({ command: 'npx' });
    expect(removeMember(again, ['servers', 'baton'])).toBe(text);
  });
});

test('a new file is written with lines, and is empty again without the entry', () => {
  const text = appendElement(undefined, ['hooks', 'Stop'], ours);
  expect(text).toBe(`${JSON.stringify({ hooks: { Stop: [ours] } }, null, 2)}\n`);
  expect(removeElements(text, ['hooks', 'Stop'], isOurs)).toBe('');
});

test('an entry between those of others leaves them alone', () => {
  const text =
    '{\n  "hooks": {\n    "Stop": [\n      1,\n      {"hooks":[{"command":"baton"}]}, // theirs\n      2\n    ]\n  }\n}\n';
  expect(removeElements(text, ['hooks', 'Stop'], isOurs)).toBe(
    '{\n  "hooks": {\n    "Stop": [\n      1, // theirs\n      2\n    ]\n  }\n}\n',
  );
});

test.each(['[]', '{', '{"a":}', 'nonsense', '"text"'])('%s is refused', (text) => {
  expect(() => setMember(text, ['a'], 1)).toThrow('it is not a JSON object');
});

test('a list that is none is refused', () => {
  expect(() => appendElement('{"hooks":{"Stop":1}}', ['hooks', 'Stop'], ours)).toThrow('hooks.Stop is not a list');
  expect(() => appendElement('{"hooks":[]}', ['hooks', 'Stop'], ours)).toThrow('hooks is not an object');
});
