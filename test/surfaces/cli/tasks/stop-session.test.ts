import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { GATEWAY_TOKEN, startSessionGateway, type SessionGateway } from '../../../support/openclaw-sessions.ts';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

interface Stage {
  readonly gateway: SessionGateway;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the run's agent needs to report. */
  readonly asAgent: Readonly<Record<string, string>>;
}

const ALL = ['sessions_spawn', 'subagents', 'sessions_send'];

/** A task whose session works at a gateway. */
async function startSession(tools: readonly string[]): Promise<Stage> {
  const gateway = await startSessionGateway(tools);
  const cwd = await tempFolder();
  const env = { OPENCLAW_TOKEN: GATEWAY_TOKEN };
  await runForData(['agent', 'add', 'w', '--executor', 'openclaw', '--gateway', gateway.url], { cwd });
  await runForData(['task', 'new', 'Long work', '--agent', 'w'], { cwd });
  await runForData(['tick'], { cwd, env });
  const { task, run } = (await runForData(['task', 'show', '1'], { cwd })) as {
    task: { id: string; status: string };
    run: { runId: string; sessionId: string };
  };
  expect([task.status, [...gateway.running.keys()]]).toEqual(['in-progress', [run.sessionId]]);
  return { gateway, cwd, env, asAgent: { BATON_AGENT: 'w', BATON_TASK_ID: task.id, BATON_RUN_ID: run.runId } };
}

const statusOf = async (cwd: string): Promise<string> =>
  ((await runForData(['task', 'show', '1'], { cwd })) as { task: { status: string } }).task.status;

for (const [words, status, answer] of [
  [['task', 'stop', '1', '--reason', 'wrong branch'], 'blocked', 'no run holds it'],
  [['task', 'move', '1', 'cancelled'], 'cancelled', 'is cancelled already'],
  [['task', 'move', '1', 'ready'], 'ready', 'no run holds it'],
] as const)
  verifies(
    'TSK-092',
    `${words.slice(0, 4).join(' ')} ends the session at its gateway, and what it still reports does not count`,
    async () => {
      const { gateway, cwd, env, asAgent } = await startSession(ALL);
      await runForData(words, { cwd, env });
      expect([...gateway.running.keys()]).toEqual([]);
      const late = await runBaton(['complete', '--notes', 'done after all', '--json'], { cwd, env: asAgent });
      expect(late.stdout).toContain(answer);
      expect([await statusOf(cwd), await readdir(join(cwd, '.baton', 'stops'))]).toEqual([status, []]);
    },
  );

verifies('TSK-092', 'a session whose gateway ends none is sent a message', async () => {
  const { gateway, cwd, env } = await startSession(['sessions_spawn', 'sessions_send']);
  await runForData(['task', 'stop', '1'], { cwd, env });
  const [session] = gateway.running.values();
  expect(session?.heard).toEqual([expect.stringMatching(/^Stop now: run \w+ no longer holds its task/)]);
});

verifies('TSK-092', 'a gateway that refuses or fails is asked again, and the operator is told', async () => {
  const { gateway, cwd, env } = await startSession(ALL);
  gateway.policy.isBroken = true;
  const stopped = await runBaton(['task', 'stop', '1'], { cwd, env });
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('the gateway answered HTTP 500')]);
  expect(await readdir(join(cwd, '.baton', 'stops'))).toHaveLength(1);
  gateway.policy.isBroken = false;
  await runForData(['tick'], { cwd, env });
  expect([[...gateway.running.keys()], await readdir(join(cwd, '.baton', 'stops'))]).toEqual([[], []]);
});
