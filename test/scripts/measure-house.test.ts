import { expect, test } from 'vitest';
import { readSourceFigures } from '../../scripts/measure-house/source-figures.ts';
import { fixtureTree } from './fixture-tree.ts';

test('the figures of a small house', () => {
  const root = fixtureTree({
    'src/index.ts': "export * from './relay/index.ts';\nexport { a as b } from './relay/pet/feed.ts';\n",
    'src/relay/index.ts': "export { walk } from './pet/walk.ts';\nexport const one = 1,\n  two = 2;\n",
    'src/relay/platform.ts': 'export interface Platform {}\n',
    'src/relay/pet/walk.ts':
      "import type { Platform } from '../platform.ts';\nimport { feed } from './feed.ts';\nimport { plan } from '../trip/plan.ts';\n" +
      'export function walk(platform: Platform, x?: number) {\n  return { ...(x === undefined ? {} : { x }), ...feed(platform), plan };\n}\n',
    'src/relay/pet/feed.ts':
      "import type { Platform } from '../platform.ts';\nexport function feed({}: Platform) {}\nexport const a = 1;\n",
    'src/relay/trip/plan.ts':
      "import { feed } from '../pet/feed.ts';\nexport const plan = (pets: object) => [feed, pets];\n",
    'src/relay/trip/table.gen.ts': 'export const table = [];\n',
    'src/surfaces/cli/feed.ts': 'export const feed = defineCommand({});\n',
    'src/surfaces/cli/walk.ts': 'export const walk = defineCommand({});\n',
  });
  expect(readSourceFigures(root)).toEqual({
    files: 8,
    lines: { written: 19, generated: 1 },
    platformFunctions: 2,
    largestFolder: { path: 'src/relay', files: 2 },
    largestBarrel: { path: 'src/index.ts', names: 4 },
    conditionalSpreads: 1,
    verbImports: ['src/relay/pet/walk.ts -> src/relay/pet/feed.ts'],
    folderCycles: [['src/relay/pet', 'src/relay/trip']],
  });
});
