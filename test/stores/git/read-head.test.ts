import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readHead, type Head } from '../../../src/stores/git/locate-repo.ts';

const root = mkdtempSync(join(tmpdir(), 'baton-head-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SHA1 = 'a'.repeat(40);
const SHA256 = 'b'.repeat(64);

function readFrom(files: Readonly<Record<string, string>>): Head | undefined {
  const gitFolder = mkdtempSync(join(root, 'git-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(gitFolder, name)), { recursive: true });
    writeFileSync(join(gitFolder, name), content);
  }
  return readHead({ top: undefined, gitFolder, commonFolder: gitFolder });
}

describe('HEAD from its files', () => {
  test.each([
    ['detached', { HEAD: `${SHA1}\n` }, { kind: 'detached', commit: SHA1 }],
    ['detached, SHA-256', { HEAD: `${SHA256}\n` }, { kind: 'detached', commit: SHA256 }],
    [
      'a loose branch',
      { HEAD: 'ref: refs/heads/a/ü\n', 'refs/heads/a/ü': `${SHA256}\n` },
      { kind: 'branch', branch: 'a/ü', commit: SHA256 },
    ],
    [
      'a packed branch, not one whose name ends alike, nor a peeled tag',
      {
        HEAD: 'ref: refs/heads/x\n',
        'packed-refs': `# pack-refs with: peeled fully-peeled sorted\n${SHA256} refs/heads/a/refs/heads/x\n^${SHA256}\n${SHA1} refs/heads/x\n`,
      },
      { kind: 'branch', branch: 'x', commit: SHA1 },
    ],
    [
      'a packed branch on the last line without its end',
      { HEAD: 'ref: refs/heads/x', 'packed-refs': `${SHA1} refs/heads/x` },
      { kind: 'branch', branch: 'x', commit: SHA1 },
    ],
  ])('%s', (_name, files, expected) => {
    expect(readFrom(files)).toEqual(expected);
  });

  test.each([
    ['no commit yet', { HEAD: 'ref: refs/heads/main\n' }],
    ['a reftable repository', { HEAD: 'ref: refs/heads/.invalid\n', 'refs/heads/.invalid': `${SHA1}\n` }],
    ['an alias', { HEAD: 'ref: refs/heads/a\n', 'refs/heads/a': 'ref: refs/heads/b\n' }],
    ['another namespace', { HEAD: 'ref: refs/remotes/o/x\n', 'refs/remotes/o/x': `${SHA1}\n` }],
    ['a way out', { HEAD: 'ref: refs/heads/../../out\n', out: `${SHA1}\n` }],
    ['a short or long id', { HEAD: `${SHA1}0\n` }],
    ['an empty branch file', { HEAD: 'ref: refs/heads/a\n', 'refs/heads/a': '' }],
    ['an empty HEAD', { HEAD: '' }],
    ['no HEAD', {}],
  ])('git must be asked: %s', (_name, files) => {
    expect(readFrom(files)).toBeUndefined();
  });

  test('whatever is in it, it never fails and never returns anything but a commit id', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((name) => `ref: refs/heads/${name}`),
    );
    fc.assert(
      fc.property(line, line, (head, packed) => {
        const found = readFrom({ HEAD: head, 'packed-refs': `${packed}\n${SHA1} ${head.slice(5)}\n` });
        expect(found?.commit ?? SHA1).toBe(SHA1);
      }),
      { numRuns: 200 },
    );
  });
});
