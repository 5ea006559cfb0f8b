import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface Stage {
  readonly folder: string;
  /** What `baton config --json` prints with this cache folder. */
  run(cache?: string, nodeOptions?: string): string;
  /** The files with compiled code. */
  files(cache?: string): string[];
}

async function openStage(): Promise<Stage> {
  const folder = await tempFolder();
  const usual = join(folder, 'cache');
  return {
    folder,
    run: (cache = usual, nodeOptions = '') =>
      execFileSync(process.execPath, [CLI, 'config', '--json'], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          HOME: folder,
          BATON_CACHE_DIR: cache,
          NODE_OPTIONS: nodeOptions,
          NODE_V8_COVERAGE: undefined,
        },
      }),
    files: (cache = usual) =>
      readdirSync(cache, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.bin'))
        .map((name) => join(cache, name)),
  };
}

const only = ([file = '']: readonly string[]): string => file;

verifies('SUR-002', 'what V8 compiled for a command is kept for the next call, for this user alone', async () => {
  const { run, files } = await openStage();
  const first = run();
  const file = only(files());
  expect(file).toMatch(/compiled\/[0-9a-f]{16}-v[\d.]+-\w+\/config\.bin$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  const before = statSync(file);
  expect(run()).toBe(first);
  expect(statSync(file).mtimeMs).toBe(before.mtimeMs);
});

verifies('SUR-002', 'calls with flags of their own keep files of their own, and none replaces another', async () => {
  const { run, files } = await openStage();
  const call = (): string[] => [run(), run(undefined, '--max-old-space-size=4096')];
  const [first] = call();
  const before = files().map((file) => statSync(file).mtimeMs);
  expect(before).toHaveLength(2);
  expect(call()).toEqual([first, first]);
  expect(files().map((file) => statSync(file).mtimeMs)).toEqual(before);
});

describe('compiled code is not believed', () => {
  test('if a byte is wrong', async () => {
    const { run, files } = await openStage();
    const first = run();
    const bytes = readFileSync(only(files()));
    const begin = bytes.indexOf(10) + 1;
    const inFirstCopy = [9, 400, 4_000, 40_000].map((at) => begin + at);
    for (const at of [...inFirstCopy, bytes.length >> 1, bytes.length - 9, 3]) {
      const wrong = Buffer.from(bytes);
      wrong.writeUInt8(wrong.readUInt8(at) ^ 0x5a, at);
      writeFileSync(only(files()), wrong);
      expect(run()).toBe(first);
    }
    // It was written again.
    expect(readFileSync(only(files())).equals(bytes)).toBe(false);
  });

  test('if others can write to it', async () => {
    const { run, files } = await openStage();
    run();
    const file = only(files());
    for (const [path, mode] of [
      [file, 0o622],
      [join(file, '..'), 0o777],
    ] as const) {
      writeFileSync(file, 'not code');
      chmodSync(path, mode);
      const before = statSync(file).size;
      run();
      if (path === file) chmodSync(file, 0o600);
      else expect(statSync(file).size).toBe(before);
    }
  });

  test('if it lies in a project, which may have brought it along', async () => {
    const { folder, run, files } = await openStage();
    for (const mark of ['.git', '.ai']) {
      const project = join(folder, mark.slice(1));
      mkdirSync(join(project, mark), { recursive: true });
      const cache = join(project, 'cache');
      run(cache);
      expect(files(project)).toEqual([]);
      const link = join(folder, `link-${mark.slice(1)}`);
      symlinkSync(cache, link);
      mkdirSync(cache, { recursive: true });
      run(link);
      expect(files(project)).toEqual([]);
    }
  });
});

test('a folder that depends on where the command runs keeps nothing', async () => {
  const { folder, run, files } = await openStage();
  run('cache');
  expect(files(folder)).toEqual([]);
});

test('folders of old builds are removed', async () => {
  const { folder, run } = await openStage();
  const all = join(folder, 'cache', 'compiled');
  for (let n = 0; n < 12; n++) mkdirSync(join(all, `old-${n}`), { recursive: true });
  run();
  expect(readdirSync(all)).toHaveLength(8);
});
