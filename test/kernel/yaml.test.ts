import { expect, test } from 'vitest';
import { parseYaml } from '../../src/kernel/yaml.ts';

test('a file of keys is read, with or without a byte order mark; an empty one has none', () => {
  expect(parseYaml('x.yaml', '\uFEFFa: 1\nb: [x, y]\n')).toEqual({ a: 1, b: ['x', 'y'] });
  expect(parseYaml('x.yaml', '# nothing yet\n')).toEqual({});
});

test('what is wrong is told with file and line', () => {
  const failures: [string, string][] = [
    ['a: 1\nb: [', 'YAML_INVALID'],
    ['- a\n- b\n', 'YAML_INVALID'],
    ['a: 1\n---\nb: 2\n', 'YAML_INVALID'],
    ['a: &x [*x]\n', 'YAML_INVALID'],
    [`a: ${'x'.repeat(300_000)}\n`, 'INPUT_TOO_LARGE'],
  ];
  for (const [text, code] of failures) {
    expect(() => parseYaml('notify.yaml', text)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining('notify.yaml') }),
    );
  }
  expect(() => parseYaml('notify.yaml', 'a: 1\na: 2\n')).toThrow('notify.yaml, line 2');
});
