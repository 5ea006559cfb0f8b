import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temp folder with real repositories, cut off from the configuration of whoever runs the tests. */
export interface GitSandbox {
  readonly root: string;
  /** For whatever starts git in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  path(...names: string[]): string;
  /** Runs the real git in a folder of the sandbox and returns what it printed, trimmed. */
  git(folder: string, ...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** A repository on branch main with one commit of a.txt. */
  repo(name: string, ...initArgs: string[]): string;
  remove(): void;
}

const CLEAN = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => (name.startsWith('GIT_') ? [[name, undefined]] : [])),
);

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export function createGitSandbox(): GitSandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-git-')));
  const env = {
    ...process.env,
    ...CLEAN,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(root, '.gitconfig'),
  };
  writeFileSync(
    join(root, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  );
  const path = (...names: string[]): string => join(root, ...names);
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  const repo = (name: string, ...initArgs: string[]): string => {
    git(root, 'init', '--quiet', ...initArgs, name);
    write(path(name, 'a.txt'), 'one\n');
    git(path(name), 'add', '.');
    git(path(name), 'commit', '--quiet', '-m', 'first');
    return path(name);
  };
  return { root, env, path, git, write, repo, remove: () => rmSync(root, { recursive: true, force: true }) };
}
