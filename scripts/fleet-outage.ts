/**
 * npm run fleet:outage [-- SECONDS down|silent]: takes the database away for so long, or lets the network swallow everything,
 * and prints what commands, routes and the daemon did, and how long each took. docs/fleet-operations.md has the table.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/support/postgres/server.ts';
import { startSlowLink } from '../test/support/postgres/slow-link.ts';

const [seconds = 25, kind = 'down'] = [Number(process.argv[2] ?? 25), process.argv[3] ?? 'down'];
const BATON = resolve('dist/cli/baton.cjs');
const server = await startPostgres();
const link = await startSlowLink(server.port);
const folder = mkdtempSync(join(tmpdir(), 'baton-outage-'));
const env: Record<string, string | undefined> = {
  ...process.env,
  BATON_STORE: `postgres://baton@127.0.0.1:${link.port}/postgres`,
};

const start = (args: readonly string[], more: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [BATON, ...args], { cwd: folder, env: { ...env, ...more } });

interface Row {
  readonly what: string;
  readonly answer: string;
  readonly ms: number;
}

/** How a command ended. */
async function run(args: readonly string[], more: Record<string, string> = {}): Promise<Row & { text: string }> {
  const began = performance.now();
  const child = start([...args, '--json'], more);
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
  await once(child, 'close');
  const { error, data } = JSON.parse(text) as { error?: { code: string }; data?: { kept?: unknown } };
  const answer = error?.code ?? (data?.kept === undefined ? 'answered' : 'kept');
  return { what: `baton ${args[0]} ${args[1] ?? ''}`.trim(), answer, ms: Math.round(performance.now() - began), text };
}

async function ask(path: string, init: RequestInit = {}): Promise<Row> {
  const began = performance.now();
  const reply = await fetch(`${url}${path}`, init);
  const text = await reply.text();
  const notes = [
    String(reply.status),
    text.includes('"stale_since"') ? 'stale' : '',
    reply.headers.has('retry-after') ? `retry after ${reply.headers.get('retry-after')} s` : '',
  ];
  const what = `${init.method ?? 'GET'} ${path}`;
  return { what, answer: notes.filter(Boolean).join(', '), ms: Math.round(performance.now() - began) };
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) await sleep(100);
}

const { task, run: held } = await (async () => {
  await run(['task', 'new', 'Build it', '--agent', 'ada']);
  const { text } = await run(['claim', '--agent', 'ada', '--ttl', '20m']);
  return (JSON.parse(text) as { data: { task: { id: string }; run: { runId: string } } }).data;
})();
const asAda = { BATON_AGENT: 'ada', BATON_TASK_ID: task.id, BATON_RUN_ID: held.runId };
const daemon = start(['serve', '--port', '0', '--log', 'json', '--jsonl']);
let [out, log] = ['', ''];
daemon.stdout?.on('data', (piece: Buffer) => (out += piece.toString('utf8')));
daemon.stderr?.on('data', (piece: Buffer) => (log += piece.toString('utf8')));
await until(() => out.includes('listening'));
const { listening: url } = JSON.parse(out.split('\n')[0] ?? '') as { listening: string };
await until(async () => (await fetch(`${url}/readyz`)).status === 200);
await ask('/v1/overview');
const watching = start(['watch', '--jsonl']);
await sleep(3_000);
const token = readFileSync(join(folder, '.baton', 'serve', 'token'), 'utf8').trim();
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
try {
  if (kind === 'silent') link.isSilent = true;
  else await server.kill();
  const began = performance.now();
  const commands = [
    run(['task', 'list']),
    run(['task', 'new', 'Two']),
    run(['claim', '--agent', 'bob']),
    run(['complete', '--notes', 'made it'], asAda),
  ];
  const noticed = until(async () => (await (await fetch(`${url}/healthz`)).text()).includes('"away"')).then(
    () => performance.now() - began,
  );
  const routes = async (): Promise<readonly Row[]> => [
    await ask('/healthz'),
    await ask('/metrics'),
    await ask('/v1/overview'),
    await ask('/v1/fleet'),
    await ask('/v1/tasks', post({ title: 'Three' })),
  ];
  await sleep(Math.min(10_000, (seconds * 1_000) / 2));
  const asked = await routes();
  await sleep(Math.max(0, seconds * 1_000 - (performance.now() - began)));
  if (kind === 'silent') link.isSilent = false;
  else await server.start();
  const back = performance.now();
  await until(
    async () => (await fetch(`${url}/readyz`)).status === 200 && !(await ask('/v1/overview')).answer.includes('stale'),
  );
  const recoveredMs = Math.round(performance.now() - back);
  const rows = [...(await Promise.all(commands)), ...asked];
  await sleep(3_000);
  const { text } = await run(['task', 'show', task.id]);
  console.table(rows.map(({ what, answer, ms }) => ({ what, answer, seconds: ms / 1_000 })));
  console.log(
    `${kind} for ${seconds} s; noticed after ${Math.round(await noticed)} ms; recovered after ${recoveredMs} ms`,
  );
  console.log(`the holder's task is ${(JSON.parse(text) as { data: { task: { status: string } } }).data.task.status}`);
  console.log(
    `serve ${daemon.exitCode === null ? 'goes on' : 'ended'}, watch ${watching.exitCode === null ? 'goes on' : 'ended'}`,
  );
  console.log(
    `the log of serve: ${[...log.matchAll(/"event":"(failed|recovered)"/g)].map(([, event]) => event).join(', ')}`,
  );
} finally {
  for (const child of [daemon, watching]) if (child.exitCode === null) child.kill('SIGKILL');
  await link.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
