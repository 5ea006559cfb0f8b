import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGit } from '../../../src/stores/git/index.ts';
import { createGitSandbox, type GitSandbox } from './sandbox.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../../src/stores/git/index.ts')).href;
const TSX = pathToFileURL(join(import.meta.dirname, '../../../node_modules/tsx/dist/loader.mjs')).href;

let box: GitSandbox;
let other = '';
beforeAll(() => {
  box = createGitSandbox();
  other = box.repo('other');
  box.write(join(other, 'a.txt'), 'staged elsewhere\n');
  box.git(other, 'add', '.');
  // Run by the hook below: what Baton sees in the index of the repository at hand, and of another one.
  box.write(
    box.path('look.mts'),
    `import { writeFileSync } from 'node:fs';
     import { createGit } from ${JSON.stringify(MODULE)};
     const look = async (folder) => {
       const repo = await createGit().findRepo(folder);
       return { top: repo.top, staged: String(await repo.show(':', 'a.txt')) };
     };
     const seen = [await look('.'), await look(${JSON.stringify(other)})];
     writeFileSync(${JSON.stringify(box.path('seen.json'))}, JSON.stringify(seen));`,
  );
});
afterAll(() => box.remove());

function installHook(hooks: string): void {
  box.write(
    join(hooks, 'pre-commit'),
    `#!/bin/sh\nexec "${process.execPath}" --import "${TSX}" "${box.path('look.mts')}"\n`,
  );
  chmodSync(join(hooks, 'pre-commit'), 0o755);
}

const readSeen = (): unknown => JSON.parse(readFileSync(box.path('seen.json'), 'utf8'));

describe('inside a hook, where git has set its own variables', () => {
  test('of `git commit -a`, the index about to be committed is seen, and another repository’s is its own', () => {
    const top = box.repo('at-hand');
    installHook(join(top, '.git/hooks'));
    box.write(join(top, 'a.txt'), 'about to be committed\n');
    box.git(top, 'commit', '--quiet', '-a', '-m', 'second');
    expect(readSeen()).toEqual([
      { top, staged: 'about to be committed\n' },
      { top: other, staged: 'staged elsewhere\n' },
    ]);
  });

  test('of a partial commit in a linked work tree, called from a folder below', () => {
    const main = box.repo('main-tree');
    installHook(join(main, '.git/hooks'));
    const tree = box.path('linked-tree');
    box.git(main, 'worktree', 'add', '--quiet', tree);
    mkdirSync(join(tree, 'below'));
    box.write(join(tree, 'a.txt'), 'part\n');
    box.git(join(tree, 'below'), 'commit', '--quiet', '-m', 'second', '../a.txt');
    expect(readSeen()).toEqual([
      { top: tree, staged: 'part\n' },
      { top: other, staged: 'staged elsewhere\n' },
    ]);
  });

  test('of a repository that only git itself can locate', () => {
    const top = box.repo('bent');
    installHook(join(top, '.git/hooks'));
    box.write(join(top, '.git/more'), '[core]\n\tabbrev = 12\n');
    box.git(top, 'config', 'include.path', 'more');
    box.write(join(top, 'a.txt'), 'bent\n');
    box.git(top, 'commit', '--quiet', '-a', '-m', 'second');
    expect(readSeen()).toEqual([
      { top, staged: 'bent\n' },
      { top: other, staged: 'staged elsewhere\n' },
    ]);
  });
});

test('GIT_DIR and GIT_WORK_TREE of the caller do not lead Baton to another repository', async () => {
  const top = box.repo('asked-for');
  const environment = { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other };
  const repo = await createGit({ environment, cwd: other }).findRepo(top);
  const { stdout } = (await repo?.run(['rev-parse', '--show-toplevel'])) ?? {};
  expect(stdout?.toString()).toBe(`${top}\n`);
});
