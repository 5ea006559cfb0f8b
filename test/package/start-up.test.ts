import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { CLI, runBaton } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const RECORDER = resolve('test/surfaces/cli/programs/list-loaded.cjs');

interface Loaded {
  readonly names: readonly string[];
  readonly bytes: number;
  readonly builtins: readonly string[];
}

interface Project {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  load(...args: readonly string[]): Promise<Loaded>;
}

async function openProject(): Promise<Project> {
  const folder = await tempFolder();
  const note = join(folder, 'loaded.json');
  const env = { BATON_CACHE_DIR: join(folder, 'cache') };
  await runBaton(['init'], { cwd: folder, env });
  return {
    folder,
    env,
    async load(...args) {
      // Each call runs: an answer that is given again loads next to nothing.
      const runs = { NODE_DISABLE_COMPILE_CACHE: '1' };
      const recorded = { ...env, ...runs, LOADED_FILES: note, NODE_OPTIONS: `--require ${RECORDER}` };
      const { code, stderr } = await runBaton(args, { cwd: folder, env: recorded });
      expect([code, stderr]).toEqual([0, '']);
      const { loaded, builtins } = JSON.parse(readFileSync(note, 'utf8')) as {
        loaded: { file: string; sizeBytes: number }[];
        builtins: string[];
      };
      return {
        names: loaded.map(({ file }) => basename(file).replace(/^[a-z0-9-]+:/, '')),
        bytes: loaded.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        builtins,
      };
    },
  };
}

const isHeavy = (name: string): boolean => /^(?:mcp|http|postgres|load-yaml|model|o200k)/.test(name);

verifies('SUR-002', 'a command loads only what it uses', async () => {
  const { load } = await openProject();
  const version = await load('--version');
  expect(version.names).toEqual(['baton.cjs', 'baton', expect.stringMatching(/^terminal-/)]);
  expect(version.bytes).toBeLessThan(12_000);

  // The first one counts tokens; later ones remember.
  await load('orient');
  const orient = await load('orient');
  expect(orient.bytes).toBeLessThan(1_000_000);
  expect(orient.names.filter(isHeavy)).toEqual([]);
  for (const builtin of ['child_process', 'fs/promises', 'http', 'https', 'net', 'tty', 'worker_threads'])
    expect(orient.builtins).not.toContain(`NativeModule ${builtin}`);

  // Half of that is the guard, which texts that were scanned before do not need.
  const again = await load('orient');
  expect(again.bytes).toBeLessThan(580_000);
  expect(again.names.filter((name) => name.startsWith('guard'))).toEqual([]);

  expect((await load('mcp')).names.filter(isHeavy)).not.toEqual([]);
});

verifies('SUR-002', 'what shortens a document is loaded for one that does not fit', async () => {
  const { load } = await openProject();
  const create = async (summary: string): Promise<readonly string[]> => {
    const working = JSON.stringify({ notes: summary });
    const said = [
      '--from',
      'dev',
      '--to',
      'qa',
      '--summary',
      'Limit logins',
      '--type',
      'research',
      '--working',
      working,
    ];
    return (await load('doc', 'new', ...said)).names.filter((name) => name.startsWith('compressor'));
  };
  expect(await create('The limiter counts by address.')).toEqual([]);
  expect(await create('The limiter counts by address, and the next step is open. '.repeat(300))).toHaveLength(1);
});

verifies('SUR-002', 'what an agent says of a task is read and written without a reader of YAML', async () => {
  const { folder, env, load } = await openProject();
  await runBaton(['task', 'new', 'Build it'], { cwd: folder, env });
  for (const words of [['claim', '--agent', 'ada'], ['task', 'list', '--all'], ['next']])
    expect((await load(...words)).names.filter(isHeavy)).toEqual([]);
});

verifies('SUR-002', 'what was counted once is read without the tokenizer', async () => {
  const { folder, env } = await openProject();
  // A copy of the command line without the tokenizer: it cannot count, only remember.
  cpSync(dirname(CLI), join(folder, 'lonely/dist/cli'), {
    recursive: true,
    filter: (path) => !basename(path).startsWith('o200k'),
  });
  cpSync('package.json', join(folder, 'lonely/package.json'));
  const orient = async (cli?: string): Promise<{ stdout: string; stderr: string }> =>
    await promisify(execFile)(process.execPath, [cli ?? CLI, 'orient', '--json'], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
  const lonely = join(folder, 'lonely/dist/cli', basename(CLI));
  rmSync(join(folder, 'cache'), { recursive: true });
  const cold = await orient();
  const warm = await orient(lonely);
  expect(warm.stderr).toBe(cold.stderr);
  expect(tokensOf(warm.stdout)).toEqual(tokensOf(cold.stdout));
  rmSync(join(folder, 'cache'), { recursive: true });
  expect((await orient(lonely)).stderr).toContain('Using estimation');
});

const tokensOf = (stdout: string): unknown => (JSON.parse(stdout) as { data: { tokens: unknown } }).data.tokens;
