import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const REPO = resolve(import.meta.dirname, '../..');

/** A small repository in a temp folder, gone after the test. Files are staged, as the checks read what git knows. */
export function fixtureTree(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-fixture-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '--all'], { cwd: root });
  return root;
}

/** Lets a fixture use the packages of this repository. */
export function linkPackages(root: string): void {
  symlinkSync(join(REPO, 'node_modules'), join(root, 'node_modules'));
}

/** Runs one of our scripts as npm would, with the fixture as its folder. */
export function runScript(
  root: string,
  script: string,
  args: readonly string[] = [],
): { code: number; output: string } {
  const tsx = join(REPO, 'node_modules/tsx/dist/cli.mjs');
  const run = spawnSync(process.execPath, [tsx, join(REPO, script), ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, FORCE_COLOR: undefined },
  });
  return { code: run.status ?? -1, output: `${run.stdout}${run.stderr}` };
}
