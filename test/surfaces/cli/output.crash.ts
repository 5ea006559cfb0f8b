import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const CACHE = '.baton/outputs';
const AGENTS = 100;
const AT_ONCE = 25;
const KILLS = 12;

/** A folder that is its own project, so that the cache folder lies in it. */
async function projectFolder(): Promise<string> {
  const folder = await tempFolder();
  writeFileSync(join(folder, 'baton.config.json'), '{}');
  return folder;
}

interface Details {
  readonly agent_id: string;
  readonly results: { readonly output_file: string; readonly size_bytes: number };
}

const readRecords = (folder: string): Details[] =>
  readdirSync(join(folder, CACHE))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, CACHE, name), 'utf8')) as Details);

describe('one cache folder for many', () => {
  verifies('AOP-030', 'a hundred agents of one name wrap at once: no file overwritten, none missing', async () => {
    const cwd = await projectFolder();
    const wrapOne = (index: number) =>
      runBaton(['output', 'wrap', '--agent', 'worker'], { cwd, input: `answer of ${index}\n` });
    const codes: (number | null)[] = [];
    const next = Array.from({ length: AGENTS }, (_, index) => index);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let index = next.pop(); index !== undefined; index = next.pop()) codes.push((await wrapOne(index)).code);
      }),
    );
    expect(codes).toEqual(Array.from({ length: AGENTS }, () => 0));
    const records = readRecords(cwd);
    expect(records).toHaveLength(AGENTS);
    expect(new Set(records.map((record) => record.agent_id)).size).toBe(AGENTS);
    const said = records.map(({ results }) => readFileSync(join(cwd, results.output_file), 'utf8'));
    expect(new Set(said)).toEqual(new Set(Array.from({ length: AGENTS }, (_, index) => `answer of ${index}\n`)));
  });
});

describe('Baton is killed', () => {
  verifies('AOP-030', 'at any moment: a record is there whole, with all of its output, or not at all', async () => {
    const cwd = await projectFolder();
    const script = 'for i in 1 2 3 4 5 6 7 8 9; do head -c 200000 /dev/zero | tr "\\0" x; echo; done';
    for (let turn = 0; turn < KILLS; turn += 1) {
      const child = spawn(process.execPath, [CLI, 'output', 'run', '--agent', 'doomed', '--', 'sh', '-c', script], {
        cwd,
        stdio: 'ignore',
      });
      const exit = once(child, 'exit');
      await sleep(60 + turn * 25);
      child.kill('SIGKILL');
      await exit;
    }
    if (!existsSync(join(cwd, CACHE))) return;
    for (const { results } of readRecords(cwd)) {
      expect(statSync(join(cwd, results.output_file)).size).toBe(results.size_bytes);
      expect(results.size_bytes).toBe(9 * 200_001);
    }
  });
});

describe('a command that prints without end', () => {
  verifies('AOP-041', 'keeps everything up to the time limit, in bounded memory', async () => {
    const cwd = await projectFolder();
    const { code, stdout } = await runBaton(
      ['output', 'run', '--timeout', '3s', '--', 'yes', 'a line of some length to print'],
      {
        cwd,
        env: { NODE_OPTIONS: '--max-old-space-size=96' },
      },
    );
    expect(code).toBe(124);
    expect(stdout).toContain('- Stopped at its time limit of 3 seconds');
    expect(stdout.length).toBeLessThan(1_000);
    const [record] = readRecords(cwd);
    expect(record?.results.size_bytes).toBeGreaterThan(1_000_000);
    expect(statSync(join(cwd, record?.results.output_file ?? '')).size).toBe(record?.results.size_bytes);
  });
});
