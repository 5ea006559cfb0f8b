import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, runProcess } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface LoadedFile {
  readonly file: string;
  readonly sizeBytes: number;
}

/** What the built command line loads for one call. How long that takes is measured by `npm run bench -- start-up`. */
async function loadedBy(...args: readonly string[]): Promise<LoadedFile[]> {
  const folder = await tempFolder();
  const list = join(folder, 'loaded.json');
  const hook = join(import.meta.dirname, 'programs', 'list-loaded.cjs');
  execFileSync(process.execPath, ['--require', hook, CLI, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, LOADED_FILES: list, BATON_CACHE_DIR: folder, FORCE_COLOR: undefined },
  });
  return (JSON.parse(readFileSync(list, 'utf8')) as { loaded: LoadedFile[] }).loaded;
}

const sizeOf = (files: readonly LoadedFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

test('the version is answered by one small file', async () => {
  const loaded = await loadedBy('--version');
  expect(loaded.map(({ file }) => basename(file))).toEqual([
    'baton.cjs',
    'entry:baton',
    expect.stringMatching(/^entry:terminal-/),
  ]);
  expect(sizeOf(loaded)).toBeLessThan(12_288);
});

test('help and completion load no project, and a simple command loads neither tokenizer nor guard nor notices', async () => {
  for (const args of [['-h'], ['completion', 'bash'], ['config', '--help']]) {
    expect(sizeOf(await loadedBy(...args))).toBeLessThan(97 * 1024);
  }
  const packs = (await loadedBy('-h')).flatMap(({ file }) => /^([a-z0-9]+):/.exec(file)?.[1] ?? []);
  expect(new Set(packs)).toEqual(new Set(['entry', 'start']));
  const loaded = await loadedBy('config');
  const names = loaded.map(({ file }) => file);
  expect(names.filter((file) => /o200k|:load-yaml|:guard-|:notify-/.test(file))).toEqual([]);
  expect(sizeOf(loaded)).toBeLessThan(267 * 1024);
});

verifies('SUR-002', 'help for a pipe was written down by the build, to the byte', async () => {
  const written = await runProcess(['--help']);
  const made = await runProcess(['--help'], { env: { FORCE_COLOR: '0' } });
  expect(written).toEqual(made);
  expect(written.stdout).toContain('baton');
  expect((await runProcess(['--help'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001B[');
  // Neither does it open a pack.
  const loaded = await loadedBy('--help');
  expect(loaded.map(({ file }) => basename(file))).toEqual(['baton.cjs', 'answer.cjs']);
});
