import type { Recipe } from './recipe.ts';

/** `baton history --author NAME`. */
export const flag: Recipe = {
  title: 'A flag',
  edits: [
    {
      file: 'src/surfaces/cli/commands/project/history/history.ts',
      symbol: 'history',
      find: "flags: { limit: { kind: 'number', value: 'N', about: 'At most N rows; default 500.' } },",
      replace: `flags: {
    limit: { kind: 'number', value: 'N', about: 'At most N rows; default 500.' },
    author: { kind: 'text', value: 'NAME', about: 'Only commits of this author.' },
  },`,
    },
    {
      file: 'src/surfaces/cli/commands/project/history/history.ts',
      symbol: 'history',
      find: 'limit: flags.limit }',
      replace: 'limit: flags.limit, author: flags.author }',
    },
    {
      file: 'src/relay/project/history.ts',
      symbol: 'history',
      find: 'readonly limit?: number | undefined }',
      replace: 'readonly limit?: number | undefined; readonly author?: string | undefined }',
    },
    {
      file: 'src/relay/project/history.ts',
      symbol: 'history',
      find: 'return listRows(repo, request.file === undefined ? path : `${path}/${request.file}`, request.limit ?? MAX_ROWS);',
      replace: `const { author, limit = MAX_ROWS } = request;
  const rows = await listRows(repo, request.file === undefined ? path : \`\${path}/\${request.file}\`, MAX_ROWS);
  return rows.filter((row) => author === undefined || row.author === author).slice(0, limit);`,
    },
    {
      file: 'test/surfaces/cli/history-author.test.ts',
      content: `import { expect, test } from 'vitest';
import { main } from '../../../src/surfaces/cli/main.ts';
import { testProject } from '../../support/project.ts';
import { FakeProcess } from './fake-process.ts';

test('baton history --author lists the commits of one author', async () => {
  const { root, git } = await testProject();
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'start');
  const list = async (author: string): Promise<number> => {
    const process = new FakeProcess(['history', '--author', author, '--json'], {}, root);
    await main(process.asNode());
    const { data } = JSON.parse(process.result().stdout) as { data: { handoffs: unknown[] } };
    return data.handoffs.length;
  };
  expect([await list('Ada'), await list('Bob')]).toEqual([1, 0]);
});
`,
    },
    {
      file: 'CHANGELOG.md',
      find: '## [Unreleased]',
      replace: '## [Unreleased]\n\n- `baton history --author NAME` lists the commits of one author.',
    },
  ],
  tests: ['test/surfaces/cli/history-author.test.ts'],
};
