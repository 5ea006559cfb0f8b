import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';
import { startDaemon } from '../../a2a/a2a-stage.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly why?: { readonly kind: string; readonly text: string } | null;
}

/** One task for each reason; its title is the reason. */
async function stage(): Promise<string> {
  const cwd = await tempFolder();
  const baton = async (...args: string[]): Promise<unknown> => await runForData(args, { cwd });
  const script = join(cwd, 'agent.sh');
  await writeFile(
    script,
    '#!/bin/sh\nif grep -q "^retry" "$BATON_BRIEF"; then echo "no disk left"; exit 1; fi\nsleep 600\n',
    {
      mode: 0o755,
    },
  );
  await baton('agent', 'add', 'busy', '--command', script, '--settings', '{"graceSeconds":0.2}');
  await baton('agent', 'add', 'failing', '--command', script);
  await baton('agent', 'add', 'ben');
  const make = async (title: string, ...more: string[]): Promise<string> =>
    ((await baton('task', 'new', title, ...more)) as { task: { id: string } }).task.id;
  const take = async (id: string): Promise<string> =>
    ((await baton('claim', id, '--agent', 'ben')) as { run: { runId: string } }).run.runId;
  const tell = async (id: string, run: string, ...more: string[]): Promise<unknown> =>
    await baton('complete', id, '--agent', 'ben', '--run', run, ...more);
  await make('running', '--agent', 'busy', '--priority', 'critical');
  await make('slot', '--agent', 'busy', '--priority', 'low');
  await make('retry', '--agent', 'failing');
  await make('dependency', '--agent', 'ben', '--after', await make('backlog', '--backlog'));
  await make('agent', '--agent', 'ben');
  await make('nobody', '--agent', 'benn');
  const asked = await make('person', '--agent', 'ben');
  await tell(asked, await take(asked), '--outcome', 'blocked', '--blocker', 'which key?', '--notes', 'which key?');
  const reviewed = await make('review', '--agent', 'ben');
  await tell(reviewed, await take(reviewed), '--outcome', 'needs_review', '--notes', 'look at it');
  await baton('task', 'move', await make('dead', '--agent', 'ben'), 'deadletter', '--reason', 'gave up');
  const broken = await make('broken', '--agent', 'ben');
  const path = join(cwd, '.baton', 'tasks', 'ready', `${broken}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('status: ready', 'status: done'));
  const book = join(cwd, '.baton', 'agents.json');
  const { agents, ...rest } = JSON.parse(await readFile(book, 'utf8')) as { agents: object[] };
  const planted = { id: 'planted', executor: 'command', tags: [], settings: { command: '/bin/true' } };
  await writeFile(book, JSON.stringify({ ...rest, agents: [...agents, planted] }));
  await make('unapproved', '--agent', 'planted');
  return cwd;
}

const REASONS = [
  'slot',
  'retry',
  'dependency',
  'backlog',
  'agent',
  'nobody',
  'person',
  'review',
  'dead',
  'broken',
  'unapproved',
];
/** Those without which nobody goes on. */
const NEEDS_PERSON = ['nobody', 'person', 'review', 'dead', 'unapproved'];

verifies(
  'TSK-097',
  'each reason is told in the list, for the task, in the API, on the board of the terminal and by doctor',
  async () => {
    const cwd = await stage();
    const daemon = await startDaemon(cwd);
    const list = async (): Promise<Listed[]> =>
      ((await runForData(['task', 'list', '--all'], { cwd })) as { tasks: Listed[] }).tasks;
    const kinds = (tasks: readonly Listed[]): object =>
      Object.fromEntries(tasks.flatMap(({ title, why }) => (REASONS.includes(title) ? [[title, why?.kind]] : [])));
    const expected = Object.fromEntries(REASONS.map((reason) => [reason, reason]));
    await expect.poll(async () => kinds(await list()), { timeout: 90_000, interval: 500 }).toEqual(expected);
    const listed = await list();
    const reply = await fetch(
      `${daemon.url}/v1/tasks?status=backlog,ready,in-progress,blocked,review,deadletter&limit=100`,
      {
        headers: { authorization: `Bearer ${daemon.token}` },
      },
    );
    const { data } = (await reply.json()) as { data: { tasks: Listed[] } };
    expect(kinds(data.tasks)).toEqual(expected);
    for (const { id, title } of listed.filter((one) => REASONS.includes(one.title) && one.title !== 'broken')) {
      const shown = (await runForData(['task', 'show', id], { cwd })) as { why: Listed['why'] };
      expect([title, shown.why?.kind]).toEqual([title, title]);
    }
    const texts = new Map(listed.map(({ title, why }) => [title, why?.text ?? '']));
    expect(texts.get('retry')).toContain('no disk left');
    expect(texts.get('nobody')).toContain('did you mean ben?');
    expect(texts.get('person')).toContain('which key?');
    const board = (await runBaton(['board', '--tty'], { cwd })).stdout.replaceAll(/\s+/g, ' ');
    for (const word of ['waits for a slot', 'retry in', 'nobody can take it', 'waits for a person', 'unapproved'])
      expect(board).toContain(word);
    const { stdout } = await runBaton(['doctor'], { cwd });
    for (const title of NEEDS_PERSON) expect(stdout).toContain(texts.get(title)?.slice(0, 20) ?? title);
    expect(stdout).toContain('broken file');
  },
);
