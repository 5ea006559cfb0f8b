import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';
import { isRunning } from '../../../stores/process/is-running.ts';

interface Shown {
  readonly task: { readonly id: string; readonly status: string; readonly title: string };
  readonly why: { readonly kind: string; readonly text: string } | null;
}

async function project(script: string): Promise<string> {
  const folder = await tempFolder();
  await writeFile(join(folder, 'agent.sh'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'agent.sh'), 0o755);
  const args = ['agent', 'add', 'w', '--command', './agent.sh', '--settings', '{"graceSeconds":0.5}'];
  await runForData(args, { cwd: folder });
  return folder;
}

const show = async (folder: string, id: string): Promise<Shown> =>
  (await runForData(['task', 'show', id], { cwd: folder })) as Shown;

/** Passes of the scheduler until the task is there. */
async function until(folder: string, id: string, status: string): Promise<void> {
  for (let pass = 0; pass < 60; pass += 1) {
    if ((await show(folder, id)).task.status === status) return;
    await runBaton(['tick'], { cwd: folder });
    await sleep(100);
  }
  throw new Error(`${id} did not become ${status}: ${JSON.stringify(await show(folder, id))}`);
}

const REPORT = (outcome: string, notes: string): string =>
  `echo 'AOF/1 {"protocol":"aof","version":1,"type":"completion.report","taskId":"'$BATON_TASK_ID'","fromAgent":"w","toAgent":"baton","sentAt":"2026-02-09T21:00:00.000Z","payload":{"outcome":"${outcome}","notes":"${notes}"}}'`;

verifies(
  ['TSK-094', 'TSK-095', 'TSK-096', 'TSK-098'],
  'a rework story: report on standard output, words of the reviewer, a second run whose brief has them, done',
  async () => {
    const folder = await project(
      `cp "$BATON_BRIEF" "brief-$(ls brief-* 2>/dev/null | wc -l).md"
if grep -q "the tests are missing" "$BATON_BRIEF"; then ${REPORT('done', 'tests added')}; else echo "no test here"; ${REPORT('needs_review', 'first try')}; exit 3; fi`,
    );
    await runForData(['task', 'new', 'Write the parser', '--body', 'Keep it small.', '--agent', 'w'], { cwd: folder });
    await until(folder, '1', 'review');
    expect((await show(folder, '1')).why).toMatchObject({ kind: 'review' });
    for (let pass = 0; pass < 40 && (await readdir(join(folder, '.baton', 'launches'))).length > 0; pass += 1)
      await runBaton(['tick'], { cwd: folder });
    await runForData(['task', 'rework', '1', '--reason', 'the tests are missing'], { cwd: folder });
    await until(folder, '1', 'done');
    const brief = await readFile(join(folder, 'brief-1.md'), 'utf8');
    expect(brief).toMatch(
      /## Your task, from operator: do this\n\n\(Made by operator through Baton, \S+\)\n\nWrite the parser\n\nKeep it small\.\n/,
    );
    expect(brief).toMatch(/operator, after a review, .*:\n {2}the tests are missing/);
    expect(brief).toContain('## Attempt 1 by w: it reported needs_review, exit code 3');
    const framed = brief.slice(brief.indexOf('<<<BATON-DATA'));
    expect(framed).toContain('first try');
    expect(framed).toContain('no test here');
    expect(framed).not.toContain('Write the parser');
  },
);

verifies(
  ['TSK-092', 'TSK-093'],
  'stop ends the run with all it started, and says who and why; a run cannot do it',
  async () => {
    const folder = await project(
      `echo $$ > pids; (trap '' TERM; sleep 60) & echo $! >> pids; trap '' TERM; while :; do sleep 1; done`,
    );
    await runForData(['task', 'new', 'Long', '--agent', 'w'], { cwd: folder });
    await until(folder, '1', 'in-progress');
    const pids = async (): Promise<number[]> =>
      (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean).map(Number);
    while ((await pids()).length < 2) await sleep(50);
    const refused = await runBaton(['task', 'stop', '1', '--json'], { cwd: folder, env: { BATON_RUN_ID: 'run-1' } });
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'PERSON_ONLY' } });
    const stopped = await runForData(['task', 'stop', '1', '--reason', 'wrong branch', '--by', 'ben'], { cwd: folder });
    expect(stopped).toMatchObject({ task: { status: 'blocked' }, program: 'ended' });
    for (const pid of await pids()) expect(await isRunning(pid)).toBe(false);
    expect((await show(folder, '1')).why?.text).toContain('stopped by ben: wrong branch');
  },
);

verifies('TSK-095', 'an agent that claims by itself gets the same brief', async () => {
  const folder = await tempFolder();
  await runForData(['task', 'new', 'Write it', '--body', 'All of it.'], { cwd: folder });
  const claimed = await runForData(['claim', '1', '--agent', 'ada', '--brief'], { cwd: folder });
  expect(claimed).toMatchObject({ brief: { inputs: [] } });
  expect((claimed as { brief: { text: string } }).brief.text).toContain('Write it\n\nAll of it.');
});

verifies(
  ['TSK-097', 'TSK-099'],
  'a mistyped agent is warned of, doctor is not content, and a text with only a title is a task',
  async () => {
    const folder = await project('exit 0');
    const made = await runBaton(['task', 'new', 'For nobody', '--agent', 'ww'], { cwd: folder });
    expect(made.stderr).toContain('there is no agent ww; did you mean w?');
    const doctor = await runBaton(['doctor'], { cwd: folder });
    expect(doctor.stdout).toContain('there is no agent ww');
    expect(doctor.code).not.toBe(0);
    await mkdir(join(folder, '.baton', 'tasks', 'ready'), { recursive: true });
    await writeFile(
      join(folder, '.baton', 'tasks', 'ready', 'by hand.md'),
      '---\ntitle: By hand # kept\n---\nSome text.\n',
    );
    await runBaton(['tick'], { cwd: folder });
    const { task } = await show(folder, '2');
    expect(task).toMatchObject({ title: 'By hand', id: expect.stringMatching(/-002$/) as string });
    const text = await readFile(join(folder, '.baton', 'tasks', task.status, `${task.id}.md`), 'utf8');
    expect(text).toContain('title: By hand # kept');
    expect(text).toContain('Some text.');
  },
);
