import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCommands } from '../../scripts/docs-checks/check-commands.ts';
import { checkDependencies } from '../../scripts/docs-checks/check-dependencies.ts';
import { checkErrors, checkErrorsUsed } from '../../scripts/docs-checks/check-errors.ts';
import { checkLinks } from '../../scripts/docs-checks/check-links.ts';
import {
  checkChangelog,
  checkLockFile,
  checkRegistryHosts,
  checkUnfinished,
} from '../../scripts/docs-checks/check-text.ts';
import { parseMarkdownPage } from '../../scripts/docs-checks/markdown-page.ts';
import { batonArguments, splitShellLine } from '../../scripts/docs-checks/shell-commands.ts';
import { renderProblem } from '../../scripts/support/problem.ts';
import { readRepoFiles } from '../../scripts/support/repo-files.ts';
import { defineCommand, type CommandEntry } from '../../src/surfaces/cli/command.ts';
import { fixtureTree } from './fixture-tree.ts';

const command = (path: string): CommandEntry => ({
  path,
  summary: path,
  load: () =>
    Promise.resolve(
      defineCommand({
        operands: '[FILE…]',
        takes: [0, 1],
        about: path,
        flags: { agent: { kind: 'text', about: 'Who.' } },
        examples: [],
        run: () => Promise.resolve({ kind: 'value', data: null, text: () => '' }),
      }),
    ),
});

const KNOWN = {
  baton: [command('doctor'), command('doc validate'), command('doc new')],
  npmScripts: ['test', 'check'],
};

const problemsOf = async (...lines: string[]): Promise<string[]> =>
  (await checkCommands('a.md', lines.join('\n'), KNOWN)).map(renderProblem);

describe('commands shown', () => {
  test('are accepted if they can be typed', async () => {
    expect(
      await problemsOf(
        '```bash',
        '$ baton doctor --json | jq .data   # look',
        'cat a.json | npx -y agent-baton doc validate - && BATON_DEBUG=1 baton doc new --agent ada > out.json',
        'baton -C /tmp doctor; baton --version; baton --help',
        'npm test && npm run check && npm install',
        '```',
        '',
        'Run `baton doc`, `baton doc validate FILE`, `baton.config.json`, `npm run check`, `baton <command>`.',
        '',
        '```',
        'baton doc validate [FILE…|-]',
        '```',
      ),
    ).toEqual([]);
  });

  test.each([
    ['an unknown command', 'baton fly', '`baton fly`: there is no command fly'],
    ['an unknown command of a group', 'baton doc fly', '`baton doc fly`: there is no command doc fly'],
    ['one at the end of a pipe', 'echo | baton fly', '`baton fly`: there is no command fly'],
    ['an unknown npm script', 'npm run fly', 'package.json has no script "fly"'],
    ['an npm shorthand without its script', 'npm start', 'package.json has no script "start"'],
  ])('name %s, with its line', async (_, line, message) => {
    expect(await problemsOf('# A', '', '```bash', 'baton doctor', line, '```')).toEqual([`a.md:5: ${message}`]);
  });

  test('name an unknown flag and too many operands', async () => {
    expect(await problemsOf('```sh', 'baton doctor --agnet ada', '```')).toEqual([expect.stringContaining('--agnet')]);
    expect(await problemsOf('```sh', 'baton doctor a b', '```')).toHaveLength(1);
  });

  test('are looked up in inline code and usage lines too', async () => {
    expect(
      await problemsOf('a', 'then `baton fly FILE`, `npm run fly`.', '', '```', 'baton doc fly [X]', '```'),
    ).toEqual([
      'a.md:5: there is no command `baton doc fly`',
      'a.md:2: there is no command `baton fly`',
      'a.md:2: package.json has no script "fly"',
    ]);
  });
});

test('a line of shell is split into its commands', () => {
  expect(splitShellLine(`$ A=1 echo 'a | b' "c;d" e\\ f 2>&1 >out | baton scan - # comment`)).toEqual([
    ['A=1', 'echo', 'a | b', 'c;d', 'e f'],
    ['baton', 'scan', '-'],
  ]);
  expect(batonArguments(['A=1', 'npx', '-y', 'agent-baton', 'init'])).toEqual(['init']);
  expect(batonArguments(['echo', 'baton'])).toBeUndefined();
});

test('links and their anchors are followed', () => {
  const root = fixtureTree({
    'README.md': [
      '# A page',
      '[a](docs/b.md) [b](docs/b.md#two--three) [c](#a-page) [d](https://example.com/x) [e](docs) ![f](docs/i.svg)',
      '',
      '[gone](docs/c.md)',
      'and [no heading](docs/b.md#four), [no heading here](#b)',
      '[out](../x.md) `[code](no/link.md)`',
    ].join('\n'),
    'docs/b.md':
      '# B\n\n## Two & `three`\n\n## Same\n\n## Same\n\n[again](../README.md#a-page) [second](#same-1) [third](#same-2)\n',
    'docs/i.svg': '<svg/>',
  });
  const repo = readRepoFiles(root);
  expect(checkLinks(repo, 'README.md').map(renderProblem)).toEqual([
    'README.md:4: docs/c.md: no such file',
    'README.md:5: docs/b.md#four: no such heading',
    'README.md:5: #b: no such heading',
    'README.md:6: ../x.md: leads out of the repository',
  ]);
  expect(checkLinks(repo, 'docs/b.md').map(renderProblem)).toEqual(['docs/b.md:9: #same-2: no such heading']);
});

test('code blocks keep their language and lines', () => {
  expect(parseMarkdownPage('a\n\n```bash\none\ntwo\n```\n\n    three\n').codeBlocks).toEqual([
    {
      language: 'bash',
      lines: [
        { line: 4, text: 'one' },
        { line: 5, text: 'two' },
      ],
    },
    { language: '', lines: [{ line: 8, text: 'three' }] },
  ]);
});

test('every dependency has a reason and every reason a dependency', () => {
  const manifest = JSON.stringify({ dependencies: { yaml: '1' }, devDependencies: { vitest: '4', tsx: '4' } });
  const page = '| package | for |\n|---|---|\n| `yaml` | editing |\n| `vitest` | |\n| `left-pad` | padding |\n';
  expect(checkDependencies(manifest, 'd.md', page).map(renderProblem)).toEqual([
    'd.md: tsx has no reason here',
    'd.md:5: left-pad is no dependency',
    'd.md:4: vitest: what is it for?',
  ]);
});

test('every error code is documented and every documented one exists', () => {
  expect(
    checkErrors(['LOCK_HELD', 'DISK_FULL'], 'e.md', '| code |\n|---|\n| `LOCK_HELD` |\n| `GONE` |\n').map(
      renderProblem,
    ),
  ).toEqual(['e.md: DISK_FULL is not documented', 'e.md:4: there is no error GONE']);
});

test('every error code is used outside its table', () => {
  const root = fixtureTree({
    'src/kernel/errors/base.ts': "export const rows = { 'DISK_FULL': 1, 'LOCK_HELD': 1 };",
    'src/stores/lock.ts': "throw new BatonError('LOCK_HELD', 'held');",
    'test/disk.ts': "expect('DISK_FULL')",
  });
  expect(checkErrorsUsed(['LOCK_HELD', 'DISK_FULL'], readRepoFiles(root)).map(renderProblem)).toEqual([
    'src/kernel/errors: DISK_FULL is never used',
  ]);
});

// Put together here, as no tracked file may name a registry.
const HOST = ['registry', 'npmjs', 'org'].join('.');

test('no file names a package registry, well known or this machine’s own', () => {
  const root = fixtureTree({
    'a.txt': `one\nhttps://${HOST}/x\n`,
    'b.md': 'our mirror is mirror.corp.example:8080\n',
    'c.bin': `\0${HOST}`,
    'd.md': 'See https://docs.npmjs.com/cli and the prompt registry.\nhttp://localhost/ is fine.\n',
  });
  const repo = readRepoFiles(root);
  expect(checkRegistryHosts(repo, 'http://mirror.corp.example:8080/npm/').map(renderProblem)).toEqual([
    `a.txt:2: names the package registry ${HOST}`,
    'b.md:1: names the package registry mirror.corp.example:8080',
  ]);
  expect(checkRegistryHosts(repo, 'http://localhost/').map(({ file }) => file)).toEqual(['a.txt']);
  expect(checkRegistryHosts(repo, undefined).map(({ file }) => file)).toEqual(['a.txt']);
});

test('the lock file records no download address', () => {
  const line = `      "resolved": "https://${HOST}/x/-/x-1.tgz",`;
  expect(checkLockFile('l.json', `{\n${line}\n}`).map(({ line: at }) => at)).toEqual([2]);
  expect(checkLockFile('l.json', '{\n "resolved": "board",\n "integrity": "sha512-x" }')).toEqual([]);
});

test('nothing in src is left for later', () => {
  const later = ['TO', 'DO'].join('');
  const root = fixtureTree({
    'src/a.ts': `const a = 1;\n// ${later}: more\n`,
    'test/a.ts': `// ${later}`,
    'src/b.ts': '// METHODOLOGY',
  });
  expect(checkUnfinished(readRepoFiles(root)).map(renderProblem)).toEqual([`src/a.ts:2: "${later}" left in the code`]);
});

test('the changelog has an open section', () => {
  expect(checkChangelog('c.md', '# Changelog\n\n## [Unreleased]\n')).toEqual([]);
  expect(checkChangelog('c.md', '# Changelog\n\n## 1.0.0\nUnreleased\n')).toHaveLength(1);
});

test('the files of a work tree are those git tracks or would track, without deleted ones', () => {
  const root = fixtureTree({ '.gitignore': 'c.md\n', 'a.md': 'a', 'b.md': 'b', 'c.md': 'ignored' });
  rmSync(join(root, 'b.md'));
  writeFileSync(join(root, 'd.md'), 'new');
  expect(readRepoFiles(root).paths).toEqual(['.gitignore', 'a.md', 'd.md']);
});
