import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPublicNames, PUBLIC_ENTRIES, readSource } from './public-api.ts';

test('every subpath of the package with code has its entry', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
  const withCode = Object.entries(exports).filter(([, target]) => typeof target === 'object');
  expect(withCode.map(([path]) => path)).toEqual(Object.keys(PUBLIC_ENTRIES));
});

test.each(Object.entries(PUBLIC_ENTRIES))('%s: a comment says what each name is for', (_, entry) => {
  const names = listPublicNames(entry, readSource);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(({ isDocumented }) => !isDocumented).map(({ name, file }) => `${name} ${file}`)).toEqual([]);
});

test('a name without a comment is found through re-exports, and in generated types', () => {
  const files: Readonly<Record<string, string>> = {
    'src/index.ts': "export { bare, told, type Made } from './room/index.ts';",
    'src/room/index.ts': "export { bare, told } from './file.ts';\nexport type { Made } from './made.gen.js';",
    'src/room/file.ts':
      '/** For callers. */\nexport const told = 1;\n\n/** Of another. */\nconst other = 2;\nexport const bare = other;',
    'src/room/made.gen.d.ts': 'export interface Made {}',
  };
  expect(listPublicNames('src/index.ts', (path) => files[path])).toEqual([
    { name: 'bare', file: 'src/room/file.ts', isDocumented: false },
    { name: 'told', file: 'src/room/file.ts', isDocumented: true },
    { name: 'Made', file: 'src/room/made.gen.d.ts', isDocumented: false },
  ]);
});
