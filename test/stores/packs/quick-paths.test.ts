import * as fc from 'fast-check';
import * as path from 'node:path';
import { expect } from 'vitest';
import { isInside } from '../../../src/stores/fs/index.ts';
import { quickenPaths } from '../../../src/stores/packs/quick-paths.ts';
import { verifies } from '../../support/verifies.ts';

const names = fc.constantFrom('', '.', '..', '...', 'a', 'ab', 'b', '.git', '..b', 'b.', 'ä ö');
const anyPath = fc
  .tuple(fc.constantFrom('/', '//', './', ''), fc.array(names, { maxLength: 5 }))
  .map(([start, parts]) => start + parts.join('/'));
const fullPath = anyPath.map((some) => path.resolve('/', some));

verifies('SUR-002', 'paths are joined and compared as Node does it, without walking them', () => {
  const quick = quickenPaths(path.posix);
  fc.assert(
    fc.property(fc.array(anyPath, { maxLength: 3 }), anyPath, fullPath, fullPath, (parts, any, folder, full) => {
      expect(quick.join(...parts)).toBe(path.posix.join(...parts));
      expect(quick.resolve(...parts)).toBe(path.posix.resolve(...parts));
      const way = path.posix.relative(folder, full);
      expect(quick.relative(folder, full)).toBe(way);
      expect(quick.relative(folder, any)).toBe(path.posix.relative(folder, any));
      expect(isInside(folder, full)).toBe(way !== '..' && !way.startsWith('../'));
    }),
    { numRuns: 2_000 },
  );
  expect(quickenPaths(path.win32)).toBe(path.win32);
});
