import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Git, GitRepo } from '../../../src/kernel/ports/index.ts';
import { createGit } from '../../../src/stores/git/index.ts';
import { isRunning } from '../process/is-running.ts';
import { verifies } from '../../support/verifies.ts';
import { createGitSandbox, type GitSandbox } from './sandbox.ts';

let box: GitSandbox;
let git: Git;
beforeAll(() => {
  box = createGitSandbox();
  git = createGit({ environment: environment() });
});
afterAll(() => box.remove());

const environment = (more: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...box.env,
  ...more,
});

async function open(folder: string, from: Git = git): Promise<GitRepo> {
  const repo = await from.findRepo(folder);
  if (repo === undefined) throw new Error(`no repository around ${folder}`);
  return repo;
}

/** Fails on any call: proves that an answer came from the files alone. */
const withoutGit = (): Git => createGit({ environment: environment(), command: 'baton-no-git' });

const placeOf = ({ top, gitFolder, commonFolder }: GitRepo): object => ({ top, gitFolder, commonFolder });

async function expectAsGit(folder: string, more: { readonly bare?: boolean } = {}): Promise<GitRepo> {
  const repo = await open(folder);
  const ask = (...args: string[]): string => box.git(folder, 'rev-parse', '--path-format=absolute', ...args);
  expect(placeOf(repo)).toEqual({
    top: more.bare === true ? undefined : ask('--show-toplevel'),
    gitFolder: ask('--git-dir'),
    commonFolder: ask('--git-common-dir'),
  });
  return repo;
}

describe('a plain repository', () => {
  let top = '';
  let commit = '';
  beforeAll(() => {
    top = box.repo('plain');
    commit = box.git(top, 'rev-parse', 'HEAD');
    mkdirSync(join(top, 'deep/er'), { recursive: true });
  });

  test('is found from anywhere inside, and its HEAD read, without starting git', async () => {
    const repo = await open(join(top, 'deep/er'), withoutGit());
    expect(placeOf(repo)).toEqual({ top, gitFolder: join(top, '.git'), commonFolder: join(top, '.git') });
    expect([await repo.head(), await repo.branch()]).toEqual([commit, 'main']);
  });

  test('is found through a link to one of its folders', async () => {
    symlinkSync(join(top, 'deep'), box.path('link'));
    expect((await open(box.path('link'), withoutGit())).top).toBe(top);
  });

  test('a branch in packed-refs is read without starting git', async () => {
    const packed = box.repo('packed');
    box.git(packed, 'branch', 'feature/x');
    box.git(packed, 'checkout', '--quiet', 'feature/x');
    box.git(packed, 'pack-refs', '--all');
    expect(readdirSync(join(packed, '.git/refs/heads'))).toEqual([]);
    const repo = await open(packed, withoutGit());
    expect([await repo.head(), await repo.branch()]).toEqual([box.git(packed, 'rev-parse', 'HEAD'), 'feature/x']);
  });

  test('a loose branch is newer than the packed one', async () => {
    const both = box.repo('both');
    box.git(both, 'pack-refs', '--all');
    box.git(both, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    expect(await (await open(both, withoutGit())).head()).toBe(box.git(both, 'rev-parse', 'HEAD'));
  });

  test('HEAD is read again each time', async () => {
    const moving = box.repo('moving');
    const repo = await open(moving);
    const before = await repo.head();
    box.git(moving, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    expect(await repo.head()).not.toBe(before);
  });

  test('a folder outside any repository has none, and a missing folder is an error', async () => {
    mkdirSync(box.path('empty/.git'), { recursive: true });
    expect(await withoutGit().findRepo(box.path('empty'))).toBeUndefined();
    await expect(git.findRepo(box.path('nowhere'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  test('an empty .git folder does not hide the repository around it, as with git itself', async () => {
    mkdirSync(join(top, 'hollow/.git'), { recursive: true });
    expect((await open(join(top, 'hollow'))).top).toBe(box.git(join(top, 'hollow'), 'rev-parse', '--show-toplevel'));
  });
});

describe('every unusual repository gives the answers of git itself', () => {
  test('detached HEAD', async () => {
    const top = box.repo('detached');
    box.git(top, 'checkout', '--quiet', '--detach');
    const repo = await open(top, withoutGit());
    expect([await repo.head(), await repo.branch()]).toEqual([box.git(top, 'rev-parse', 'HEAD'), undefined]);
  });

  test('no commits yet: a branch, but no commit', async () => {
    box.git(box.root, 'init', '--quiet', 'unborn');
    const repo = await expectAsGit(box.path('unborn'));
    expect([await repo.head(), await repo.branch()]).toEqual([undefined, 'main']);
    expect(await repo.show('HEAD', 'a.txt')).toBeUndefined();
  });

  verifies('SEC-007', 'a folder that looks like a bare repository is none, inside a work tree or alone', async () => {
    const source = box.repo('for-bare');
    box.git(box.root, 'clone', '--quiet', '--bare', source, 'bare.git');
    expect(await git.findRepo(box.path('bare.git'))).toBeUndefined();
    box.git(box.root, 'clone', '--quiet', '--bare', source, 'for-bare/.baton');
    box.git(join(source, '.baton'), 'config', 'core.bare', 'false');
    box.git(join(source, '.baton'), 'config', 'core.worktree', '..');
    const repo = await open(join(source, '.baton'));
    expect([repo.top, repo.gitFolder]).toEqual([source, join(source, '.git')]);
  });

  test('a bare one kept beside its work trees', async () => {
    const source = box.repo('for-hidden');
    box.git(box.root, 'clone', '--quiet', '--bare', source, 'hidden/.bare');
    box.write(box.path('hidden/.git'), 'gitdir: ./.bare\n');
    box.git(box.path('hidden'), 'worktree', 'add', '--quiet', 'main');
    expect((await open(box.path('hidden'))).top).toBeUndefined();
    const repo = await expectAsGit(box.path('hidden/main'));
    expect(await repo.branch()).toBe('main');
  });

  test('linked work tree, without starting git', async () => {
    const main = box.repo('with-trees');
    box.git(main, 'worktree', 'add', '--quiet', '-b', 'side', box.path('side'));
    const repo = await expectAsGit(box.path('side'));
    expect(await repo.branch()).toBe('side');
    const fromFiles = await open(box.path('side'), withoutGit());
    expect([placeOf(fromFiles), await fromFiles.head()]).toEqual([placeOf(repo), box.git(main, 'rev-parse', 'HEAD')]);
  });

  test('submodule', async () => {
    const inner = box.repo('inner');
    const outer = box.repo('outer');
    box.git(outer, 'submodule', '--quiet', 'add', inner, 'part');
    box.git(outer, 'commit', '--quiet', '-m', 'part');
    const repo = await expectAsGit(join(outer, 'part'));
    expect(repo.top).toBe(join(outer, 'part'));
    expect(await repo.head()).toBe(box.git(inner, 'rev-parse', 'HEAD'));
    expect(await (await open(outer)).show('HEAD', 'part')).toBeUndefined();
  });

  test('shallow clone: what was cut off is not there', async () => {
    const source = box.repo('long');
    box.write(join(source, 'a.txt'), 'two\n');
    box.git(source, 'commit', '--quiet', '-am', 'second');
    box.git(box.root, 'clone', '--quiet', '--depth=1', `file://${source}`, 'shallow');
    const repo = await expectAsGit(box.path('shallow'));
    const found = await repo.showAll([
      { revision: 'HEAD', path: 'a.txt' },
      { revision: 'HEAD~1', path: 'a.txt' },
    ]);
    expect(found.map((content) => content?.toString())).toEqual(['two\n', undefined]);
  });

  test('SHA-256 objects', async () => {
    const top = box.repo('sha256', '--object-format=sha256');
    const repo = await expectAsGit(top);
    expect(await repo.head()).toBe(box.git(top, 'rev-parse', 'HEAD'));
    expect(await repo.head()).toHaveLength(64);
    expect((await repo.show('HEAD', 'a.txt'))?.toString()).toBe('one\n');
  });

  test('a git folder elsewhere, and a linked one', async () => {
    box.git(box.root, 'init', '--quiet', `--separate-git-dir=${box.path('elsewhere')}`, 'apart');
    await expectAsGit(box.path('apart'));
    const top = box.repo('linked-target');
    mkdirSync(box.path('linked'));
    symlinkSync(join(top, '.git'), box.path('linked/.git'));
    expect((await open(box.path('linked'))).gitFolder).toBe(join(top, '.git'));
  });

  test('a work tree moved by the configuration', async () => {
    const top = box.repo('moved');
    mkdirSync(box.path('moved-to'));
    box.git(top, 'config', 'core.worktree', box.path('moved-to'));
    expect((await open(top)).top).toBeUndefined();
    expect(await git.findRepo(join(top, '.git'))).toBeUndefined();
  });

  test('a branch that is an alias of another, and HEAD outside refs/heads', async () => {
    const top = box.repo('alias');
    box.git(top, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    box.git(top, 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    const repo = await open(top);
    expect([await repo.head(), await repo.branch()]).toEqual([
      box.git(top, 'rev-parse', 'HEAD'),
      box.git(top, 'symbolic-ref', '--short', 'HEAD'),
    ]);
    box.git(top, 'update-ref', 'refs/other/x', 'HEAD');
    box.git(top, 'symbolic-ref', 'HEAD', 'refs/other/x');
    expect([await repo.head(), await repo.branch()]).toEqual([box.git(top, 'rev-parse', 'HEAD'), undefined]);
  });

  test('a HEAD that is a link, as in old repositories', async () => {
    const top = box.repo('old');
    rmSync(join(top, '.git/HEAD'));
    symlinkSync('refs/heads/main', join(top, '.git/HEAD'));
    expect(await (await open(top)).branch()).toBe('main');
  });

  test('a HEAD that leads out of the repository is not followed', async () => {
    const top = box.repo('escape');
    box.write(box.path('secret'), `${'a'.repeat(40)}\n`);
    box.write(join(top, '.git/HEAD'), 'ref: refs/heads/../../../../secret\n');
    const repo = await open(top);
    expect(await repo.head()).toBeUndefined();
    await expect(repo.branch()).rejects.toMatchObject({ code: 'GIT_FAILED' });
  });

  test('a .git file that leads nowhere is an error, not "no repository"', async () => {
    box.write(box.path('dangling/.git'), 'gitdir: /nowhere/at/all\n');
    await expect(git.findRepo(box.path('dangling'))).rejects.toMatchObject({ code: 'GIT_NOT_A_REPO' });
  });

  test('a ceiling set by the user holds', async () => {
    const top = box.repo('ceiling');
    mkdirSync(join(top, 'below'));
    const limited = createGit({ environment: environment({ GIT_CEILING_DIRECTORIES: top }) });
    expect(await limited.findRepo(join(top, 'below'))).toBeUndefined();
    expect((await limited.findRepo(top))?.top).toBe(top);
  });
});

describe('a repository of somebody else', () => {
  test('git’s refusal comes through with what to do', async () => {
    const top = box.repo('foreign');
    const repo = await open(top, createGit({ environment: environment({ GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }) }));
    const error = await repo.run(['status']).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'GIT_FAILED', hint: expect.stringContaining('safe.directory') });
  });

  // Only root can give a folder away.
  test.runIf(process.geteuid?.() === 0)('is not read past git, unless the user called it safe', async () => {
    const top = box.repo('given-away');
    chownSync(top, 12_345, 12_345);
    chownSync(join(top, '.git'), 12_345, 12_345);
    await expect(git.findRepo(top)).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('dubious ownership'),
    });
    box.git(box.root, 'config', '--global', 'safe.directory', top);
    expect((await open(top)).top).toBe(top);
  });
});

describe('contents', () => {
  const binary = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256));
  let repo: GitRepo;
  beforeAll(async () => {
    const top = box.repo('contents');
    box.write(join(top, 'binary.bin'), binary);
    box.write(join(top, 'empty'), '');
    box.write(join(top, 'folder/ünï code.md'), 'grüße\n');
    box.write(join(top, 'line\nbreak'), 'odd\n');
    box.git(top, 'add', '.');
    box.git(top, 'commit', '--quiet', '-m', 'more');
    box.write(join(top, 'a.txt'), 'staged\n');
    box.git(top, 'add', 'a.txt');
    box.write(join(top, 'a.txt'), 'unstaged\n');
    repo = await open(top);
  });

  test('of a commit, of the index, byte for byte; absent and folders are undefined', async () => {
    const found = await repo.showAll([
      { revision: 'HEAD', path: 'binary.bin' },
      { revision: 'HEAD', path: 'nothing' },
      { revision: 'HEAD', path: 'empty' },
      { revision: 'HEAD', path: 'folder' },
      { revision: 'HEAD', path: 'folder/ünï code.md' },
      { revision: ':', path: 'a.txt' },
      { revision: 'HEAD~1', path: 'a.txt' },
      { revision: ':', path: 'nothing' },
      { revision: 'no-such-branch', path: 'a.txt' },
    ]);
    expect(found).toEqual([
      binary,
      undefined,
      Buffer.alloc(0),
      undefined,
      Buffer.from('grüße\n'),
      Buffer.from('staged\n'),
      Buffer.from('one\n'),
      undefined,
      undefined,
    ]);
  });

  test('names with a line break, found and not found, do not shift the answers', async () => {
    const found = await repo.showAll([
      { revision: 'HEAD', path: 'no\nsuch' },
      { revision: 'HEAD', path: 'line\nbreak' },
      { revision: ':', path: 'line\nbreak' },
      { revision: 'HEAD', path: 'empty' },
    ]);
    expect(found.map((content) => content?.toString())).toEqual([undefined, 'odd\n', 'odd\n', '']);
  });

  test('no wish, no process; a NUL is refused', async () => {
    expect(await (await open(box.path('contents'), withoutGit())).showAll([])).toEqual([]);
    await expect(repo.show('HEAD', 'a\0b')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('a name that looks like an option or a search is only a name', async () => {
    expect(await repo.show('--batch-all-objects', 'a.txt')).toBeUndefined();
    expect(await repo.show(':', '/first')).toBeUndefined();
  });

  test('hundreds of objects over one process', async () => {
    const wanted = Array.from({ length: 500 }, () => ({ revision: 'HEAD', path: 'binary.bin' }));
    const found = await repo.showAll(wanted);
    expect(found).toHaveLength(500);
    expect(found.every((content) => content?.equals(binary))).toBe(true);
  });
});

describe('running git', () => {
  let repo: GitRepo;
  beforeAll(async () => {
    repo = await open(box.repo('running'));
  });

  test('gives code, bytes and messages; allowed codes are answers', async () => {
    const same = await repo.run(['diff', '--quiet'], { okCodes: [1] });
    expect(same).toEqual({ code: 0, stdout: Buffer.alloc(0), stderr: '' });
    box.write(box.path('running/a.txt'), 'changed\n');
    expect((await repo.run(['diff', '--quiet'], { okCodes: [1] })).code).toBe(1);
    await expect(repo.run(['diff', '--quiet'])).rejects.toMatchObject({ code: 'GIT_FAILED' });
  });

  test('a failure says what git said', async () => {
    await expect(repo.run(['log', 'no-such-branch'])).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringMatching(/^git log failed: fatal: ambiguous argument 'no-such-branch'/),
      details: { code: 128 },
    });
  });

  test('a long complaint is cut and freed of colours', async () => {
    const top = box.repo('loud');
    box.git(top, 'config', 'alias.loud', '!printf "\\033[31mno\\033[0m" >&2; seq 1 2000 >&2; exit 1');
    const error = await (await open(top)).run(['loud']).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'GIT_FAILED' });
    const { message } = error as Error;
    expect(message).toMatch(/^git loud failed: no1\n2\n3\n/);
    expect(message.length).toBeLessThan(700);
  });

  test('what it complains of on the other stream is shown too', async () => {
    box.git(box.path('running'), 'checkout', '--quiet', '.');
    await expect(repo.run(['commit', '-m', 'nothing'])).rejects.toMatchObject({
      message: expect.stringContaining('nothing to commit'),
    });
  });

  test('input, environment and folder reach it', async () => {
    const { stdout } = await repo.run(['hash-object', '--stdin'], { input: 'one\n' });
    expect(stdout.toString().trim()).toBe('5626abf0f72e58d7a153368ba57db4c673c0e171');
    const named = await repo.run(['var', 'GIT_AUTHOR_IDENT'], { env: { GIT_AUTHOR_NAME: 'Bob' } });
    expect(named.stdout.toString()).toMatch(/^Bob </);
    mkdirSync(box.path('running/sub'));
    const where = await repo.run(['rev-parse', '--show-prefix'], { cwd: box.path('running/sub') });
    expect(where.stdout.toString()).toBe('sub/\n');
  });

  test('the user’s taste in colours, pagers, languages and monitors changes nothing', async () => {
    const top = box.repo('tasteful');
    for (const [key, value] of [
      ['color.ui', 'always'],
      ['color.status', 'always'],
      ['core.pager', 'false'],
      ['core.fsmonitor', `touch ${box.path('monitor-ran')}; false`],
    ] as const) {
      box.git(top, 'config', key, value);
    }
    box.write(join(top, 'new.txt'), 'x');
    const tasteful = createGit({
      environment: environment({ LANG: 'de_DE.UTF-8', LANGUAGE: 'de', GIT_EDITOR: 'false' }),
    });
    const { stdout } = await (await open(top, tasteful)).run(['status', '--short']);
    expect(stdout.toString()).toBe('?? new.txt\n');
    expect(readdirSync(box.root)).not.toContain('monitor-ran');
  });

  verifies(
    'SEC-007',
    'no hook, external diff, text conversion or filter of the repository runs for a question',
    async () => {
      const top = box.repo('hostile');
      const canary = box.path('hostile-ran');
      const run = `touch ${canary}; cat`;
      for (const [key, value] of [
        ['diff.external', run],
        ['diff.evil.command', run],
        ['diff.evil.textconv', run],
        ['filter.evil.clean', run],
        ['filter.evil.process', run],
        ['filter.evil.required', 'true'],
        ['tag.gpgSign', 'true'],
        ['gpg.program', canary],
        ['core.fsmonitor', run],
      ] as const)
        box.git(top, 'config', key, value);
      for (const name of ['reference-transaction', 'post-index-change', 'pre-commit']) {
        box.write(join(top, '.git/hooks', name), `#!/bin/sh\ntouch ${canary}\n`);
        chmodSync(join(top, '.git/hooks', name), 0o755);
      }
      box.write(join(top, '.gitattributes'), '* diff=evil filter=evil\n');
      box.write(join(top, 'a.txt'), 'two\n');
      const hostile = await open(top);
      for (const args of [
        ['status', '--porcelain'],
        ['diff'],
        ['diff', '--name-only', 'HEAD'],
        ['log', '-p'],
        ['update-ref', 'refs/heads/side', 'HEAD'],
        ['tag', '--annotate', '-m', 'x', 'v1', 'HEAD'],
      ])
        await hostile.run(args);
      expect(readdirSync(box.root)).not.toContain('hostile-ran');
    },
  );

  verifies('SEC-007', 'however a filter is written, and in whichever repository inside, it does not run', async () => {
    const forms: readonly (readonly [name: string, config: string])[] = [
      ['x', '[filter.x]\n\tclean = RUN\n'],
      ['y', '[core][filter "y"]\n\tclean = RUN\n'],
      ['z', '[include]\n\tpath = more.cfg\n'],
      ['a=b', '[filter "a=b"]\n\tclean = RUN\n'],
      ['A', '[FILTER "A"]\n\tclean = RUN\n'],
    ];
    const ran = (text: string, canary: string): string => text.replace('RUN', `touch ${canary}; cat`);
    for (const [at, [name, config]] of forms.entries()) {
      const top = box.repo(`filter-${at}`);
      const canary = box.path(`filter-${at}-ran`);
      appendFileSync(join(top, '.git/config'), ran(config, canary));
      box.write(join(top, '.git/more.cfg'), ran('[filter "z"]\n\tclean = RUN\n', canary));
      box.write(join(top, '.git/info/attributes'), `* filter=${name}\n`);
      box.write(join(top, 'a.txt'), 'two\n');
      const hostile = await open(top);
      for (const args of [['status', '--porcelain'], ['diff']]) await hostile.run(args);
      expect(readdirSync(box.root), name).not.toContain(`filter-${at}-ran`);
    }
    const top = box.repo('around');
    const sub = join(top, 'sub');
    box.git(top, 'clone', '--quiet', box.repo('nested-source'), 'sub');
    box.git(top, 'add', 'sub');
    box.git(top, 'commit', '--quiet', '-m', 'sub');
    box.write(join(sub, '.git/info/attributes'), '* filter=s\n');
    box.git(sub, 'config', 'filter.s.clean', `touch ${box.path('sub-ran')}; cat`);
    box.write(join(sub, 'a.txt'), 'changed\n');
    const hostile = await open(top);
    for (const args of [['status', '--porcelain'], ['diff']]) await hostile.run(args);
    expect(readdirSync(box.root)).not.toContain('sub-ran');
  });

  verifies('SEC-011', 'a pipe in place of a file of .git keeps nobody waiting', async () => {
    const top = box.repo('piped');
    rmSync(join(top, '.git/config'));
    execFileSync('mkfifo', [join(top, '.git/config')]);
    expect(await createGit({ environment: process.env }).findRepo(top)).toBeUndefined();
  });

  test('reading does not rewrite the index', async () => {
    const top = box.repo('untouched');
    const index = join(top, '.git/index');
    // A file whose time changed but not its content makes `git status` want to refresh the index.
    writeFileSync(join(top, 'a.txt'), 'one\n');
    const before = readFileSync(index);
    await (await open(top)).run(['status']);
    expect(readFileSync(index).equals(before)).toBe(true);
  });

  test('one that hangs is ended with everything it started', async () => {
    const top = box.repo('hanging');
    box.git(top, 'config', 'alias.hang', '!echo $$ > hook.pid; exec sleep 30');
    const running = (await open(top)).run(['hang'], { timeoutMs: 300 });
    await expect(running).rejects.toMatchObject({ code: 'GIT_TIMED_OUT', details: { limitMs: 300 } });
    const hook = Number(readFileSync(join(top, 'hook.pid'), 'utf8'));
    expect(await isRunning(hook)).toBe(false);
  });

  test('it never asks for a password', async () => {
    const askpass = box.path('askpass');
    box.write(askpass, `#!/bin/sh\ntouch ${box.path('asked')}\necho secret\n`);
    chmodSync(askpass, 0o755);
    const asking = createGit({ environment: environment({ GIT_ASKPASS: askpass, SSH_ASKPASS: askpass }) });
    const top = box.repo('asking');
    box.git(top, 'config', 'core.askPass', askpass);
    const filling = (await open(top, asking)).run(['credential', 'fill'], {
      input: 'protocol=https\nhost=example.org\n\n',
    });
    await expect(filling).rejects.toMatchObject({ code: 'GIT_FAILED' });
    expect(readdirSync(box.root)).not.toContain('asked');
  });

  test('no git on this machine, and a repository that is gone', async () => {
    const without = await open(box.path('running'), withoutGit());
    await expect(without.run(['status'])).rejects.toMatchObject({ code: 'GIT_MISSING', exitCode: 4 });
    const gone = await open(box.repo('gone'));
    rmSync(box.path('gone'), { recursive: true });
    await expect(gone.run(['status'])).rejects.toMatchObject({ code: 'GIT_NOT_A_REPO', exitCode: 4 });
  });
});
