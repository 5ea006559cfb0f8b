/** The act of a holder, at each door that takes messages: refused by name alone, done with the secret of the run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addAgent, claim, newTask, secretOfRun } from '../../src/relay/tasks/index.ts';
import { startTestDaemon } from '../support/http-daemon.ts';
import { runBaton } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const OTHERS = '0'.repeat(64);

/** A project with `messages: known` as its own file asks, and two tasks that ada and bob hold. */
async function setUp() {
  const folder = await tempFolder();
  writeFileSync(join(folder, 'baton.config.json'), JSON.stringify({ messages: 'known' }));
  const daemon = await startTestDaemon(folder);
  const { platform } = daemon;
  const hold = async (agent: string) => {
    await addAgent(platform, { id: agent, tags: [], settings: {} });
    const { task } = await newTask(platform, { title: 'Build it', by: 'operator', routing: { agent } });
    const entry = await claim(platform, { id: task.id, agent });
    return { id: task.id, secret: (await secretOfRun(platform, entry?.run?.runId ?? '')) ?? '' };
  };
  return { folder, daemon, ada: await hold('ada'), bob: await hold('bob') };
}

const update = (id: string, fromAgent: string, notes: string) => ({
  protocol: 'aof',
  version: 1,
  type: 'status.update',
  taskId: id,
  fromAgent,
  toAgent: 'baton',
  sentAt: new Date().toISOString(),
  payload: { notes },
});

verifies('SEC-021', 'over HTTP the header Baton-Run-Secret proves the holder, at both routes', async () => {
  const { daemon, ada, bob } = await setUp();
  const paths = ['/v1/messages', '/v1/hooks/message_received'];
  for (const [index, path] of paths.entries()) {
    const message = update(ada.id, 'ada', `note ${index}`);
    const outcome = async (headers: Record<string, string>): Promise<unknown> => {
      const { data } = await daemon.post(path, message, headers);
      const answer = data as { result?: { outcome: string }; routed?: { outcome: string } };
      return path === paths[0] ? answer.result?.outcome : answer.routed?.outcome;
    };
    for (const wrong of [{}, { 'baton-run-secret': OTHERS }, { 'baton-run-secret': bob.secret }])
      expect([path, wrong, await outcome(wrong)]).toEqual([path, wrong, 'rejected']);
    expect([path, await outcome({ 'baton-run-secret': ada.secret })]).toEqual([path, 'applied']);
  }
  const stolen = await daemon.post('/v1/messages', update(ada.id, 'bob', 'x'), { 'baton-run-secret': bob.secret });
  expect(stolen.data).toMatchObject({ result: { outcome: 'rejected' } });
});

verifies(
  'SEC-021',
  'baton send and hook message_received take the secret from the environment, never from words',
  async () => {
    const { folder, ada, bob } = await setUp();
    for (const [index, args] of [
      ['send', '-'],
      ['hook', 'message_received', '--host', 'openclaw'],
    ].entries()) {
      const input = JSON.stringify(update(ada.id, 'ada', `note ${index}`));
      const outcome = async (env: Record<string, string>): Promise<unknown> => {
        const { stdout } = await runBaton([...args, '--json'], { cwd: folder, input, env });
        const { data } = JSON.parse(stdout) as { data: { result?: { outcome: string }; routed?: { outcome: string } } };
        return args[0] === 'send' ? data.result?.outcome : data.routed?.outcome;
      };
      expect([args, await outcome({})]).toEqual([args, 'rejected']);
      expect([args, await outcome({ BATON_RUN_SECRET: bob.secret })]).toEqual([args, 'rejected']);
      expect([args, await outcome({ BATON_RUN_SECRET: ada.secret })]).toEqual([args, 'applied']);
    }
  },
);
