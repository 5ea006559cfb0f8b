import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

async function startServe(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--jsonl', '--quiet', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, unknown>> =>
    JSON.parse(String((await lines.next()).value)) as Record<string, unknown>;
  return { child, listening: await next() };
}

verifies(
  'SUR-030',
  'serve listens on loopback with its board, refuses to start twice, and SIGTERM ends it cleanly',
  async () => {
    const folder = await tempFolder();
    const { child, listening } = await startServe(folder);
    expect(listening).toEqual({
      listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      pid: child.pid,
      board: true,
    });
    const url = String(listening['listening']);
    const page = await fetch(url);
    expect(await page.text()).toContain('<div id="app">');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const second = await runBaton(['serve', '--port', '0', '--json'], { cwd: folder, limitMs: 20_000 });
    expect(second.code).toBe(3);
    expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'LOCK_HELD' } });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

verifies('SUR-030', 'a daemon that was killed leaves nothing in the way of the next, and no task is lost', async () => {
  const folder = await tempFolder();
  const first = await startServe(folder);
  await runBaton(['task', 'new', 'Kept'], { cwd: folder });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startServe(folder);
  const tasks = await (await fetch(`${String(second.listening['listening'])}/v1/tasks`)).text();
  expect(tasks).toContain('"title":"Kept"');
  second.child.kill('SIGINT');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});
