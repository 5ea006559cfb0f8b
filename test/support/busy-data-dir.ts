import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBaton } from './run-baton.ts';

/** Runs a command line and gives its data; fails where it exits otherwise. */
export async function ask(
  cwd: string,
  args: readonly string[],
  { env = {}, exit = 0, input = '' }: { env?: Readonly<Record<string, string>>; exit?: number; input?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { code, stdout, stderr } = await runBaton([...args, '--json'], { cwd, env, input });
  if (code !== exit) throw new Error(`baton ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  const { data, error } = JSON.parse(stdout) as Record<'data' | 'error', Record<string, unknown> | undefined>;
  return data ?? error ?? {};
}

const textAt = (value: unknown, ...keys: readonly string[]): string =>
  String(keys.reduce((found, key) => (found as Record<string, unknown>)[key], value));

/** A data dir in which something of everything has happened, by the command line alone. */
export async function makeBusyDataDir(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const baton = (args: readonly string[], more: { exit?: number; input?: string } = {}) =>
    ask(cwd, args, { env, ...more });
  const first = textAt(
    await baton(['task', 'new', 'Fix «login»', '--body', '-'], { input: 'one\r\ntwo — drei\r\n' }),
    'task',
    'id',
  );
  await baton(['task', 'new', 'After it', '--after', first, '--priority', 'high']);
  await baton(['task', 'new', 'Some day', '--backlog']);
  await baton(['agent', 'add', 'bob']);
  // Two runs of one task: the first one is taken back.
  await baton(['claim', first, '--agent', 'ada']);
  await baton(['task', 'move', first, 'ready']);
  const run = textAt(await baton(['claim', first, '--agent', 'ada']), 'run', 'runId');
  const mine = ['--agent', 'ada', '--run', run];
  await baton(['heartbeat', first, ...mine, '--checkpoint', '-'], { input: '{"step":3}' });
  const child = textAt(await baton(['delegate', first, '--to', 'bob', '--title', 'Test it', ...mine]), 'task', 'id');
  await baton(['accept', child, '--agent', 'bob']);
  const theirs = textAt(await baton(['claim', child, '--agent', 'bob']), 'run', 'runId');
  await baton(['complete', child, '--agent', 'bob', '--run', theirs, '--notes', 'fine']);
  const message = {
    protocol: 'aof',
    version: 1,
    type: 'status.update',
    taskId: first,
    fromAgent: 'ada',
    toAgent: 'baton',
    sentAt: new Date().toISOString(),
    runId: run,
    payload: { taskId: first, agentId: 'ada', progress: 'half' },
  };
  await baton(['send', '-'], { input: JSON.stringify(message) });
  await baton(['govern', 'init']);
  writeFileSync(join(cwd, 'refused.json'), '{"handoff_id":"x"}');
  await baton(['govern', 'send', 'refused.json'], { exit: 1 });
  await baton(['govern', 'send', 'refused.json'], { exit: 1 });
  // What an agent leaves in its folder, bytes and all.
  const folder = join(cwd, '.baton', 'tasks', 'in-progress', first, 'work', 'deep');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'picture.bin'), Buffer.from([0, 255, 10, 13, 128, 0]));
}

/** What is only of the machine or of the moment, and the journal, which is another way to write the same. */
const NOT_COMPARED = /^(?:locks|serve|hooks|journal)\/|\.lock\/|^audit\/(?:anchor\.json|.*\.claims)$/;

/** Every file of a data dir with the hash of its bytes. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !NOT_COMPARED.test(path))
    .sort();
  return Object.fromEntries(
    names.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}
