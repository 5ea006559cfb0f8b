import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runBaton } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const git = (folder: string, ...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

const untracked = (folder: string): string[] =>
  git(folder, 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [line.slice(3)]));

async function newRepo(): Promise<string> {
  const folder = await tempFolder();
  git(folder, 'init', '--quiet');
  return folder;
}

const idOf = (stdout: string): string => /TASK-\d{4}-\d\d-\d\d-\d{3}/.exec(stdout)?.[0] ?? '';

verifies('TSK-001', 'git sees task files alone: journal, runs, events, locks and notices are ignored', async () => {
  const folder = await newRepo();
  const id = idOf((await runBaton(['task', 'new', 'One'], { cwd: folder })).stdout);
  expect(untracked(folder)).toEqual([`.baton/tasks/ready/${id}.md`]);
  await runBaton(['claim', id, '--agent', 'ada'], { cwd: folder });
  await runBaton(['tick'], { cwd: folder });
  expect(untracked(folder)).toEqual([`.baton/tasks/in-progress/${id}.md`]);
});

verifies('TSK-001', 'a checkout that brought tasks alone is hidden from git again by the first change', async () => {
  const folder = await newRepo();
  const id = idOf((await runBaton(['task', 'new', 'One'], { cwd: folder })).stdout);
  for (const name of ['journal', 'events', 'locks', '.gitignore', 'notices.jsonl', 'notices.jsonl.lock'])
    await rm(join(folder, '.baton', name), { recursive: true, force: true });
  await runBaton(['tick'], { cwd: folder });
  await runBaton(['task', 'move', id, 'blocked', '--reason', 'ask'], { cwd: folder });
  expect(untracked(folder)).toEqual([`.baton/tasks/blocked/${id}.md`]);
});

verifies('TSK-001', 'init --tasks writes the ignore file and leaves one that is there', async () => {
  const folder = await newRepo();
  const first = await runBaton(['init', '--tasks', '--json'], { cwd: folder });
  expect(dataOf(first.stdout).created).toContain('.baton/.gitignore');
  expect(untracked(folder).filter((path) => path.startsWith('.baton/'))).toEqual([]);
  const again = await runBaton(['init', '--tasks', '--json'], { cwd: folder });
  expect(dataOf(again.stdout).kept).toContain('.baton/.gitignore');
});

const dataOf = (stdout: string): { readonly created: readonly string[]; readonly kept: readonly string[] } =>
  (JSON.parse(stdout) as { readonly data: ReturnType<typeof dataOf> }).data;
