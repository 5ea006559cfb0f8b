import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { AGENT_NAMES, KillStory } from '../../support/kill-story.ts';
import { runBaton } from '../../support/run-baton.ts';
import { createSeededRandom } from '../../support/task-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const KILLS = Number(process.env['BATON_KILLS'] ?? 20);

verifies(
  ['TSK-091', 'TSK-054'],
  `${KILLS} kills of the daemon at random moments, and agents that kill it themselves: no run twice, none lost, no attempt wasted`,
  async () => {
    const story = new KillStory(await tempFolder());
    onTestFinished(() => story.killDaemon());
    await story.setUp();
    const random = createSeededRandom(Number(process.env['BATON_KILL_SEED'] ?? 1));
    const roll = (below: number): number => Math.floor((((random.bytes(1)[0] ?? 0) * 256 + (random.bytes(1)[0] ?? 0)) / 65_536) * below);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const agent = AGENT_NAMES[kill % AGENT_NAMES.length] ?? 'early';
      await story.add(agent);
      await story.startDaemon();
      // A daemon needs about a fifth of a second to its first pass.
      await sleep(150 + roll(700));
      await story.killDaemon();
    }
    const tasks = await story.finish(60_000);
    expect(await story.findFaults(tasks)).toEqual([]);
    expect(tasks).toHaveLength(KILLS);
    await expectNothingLeft(story.folder);
  },
);

/** What was left behind in the background is gone, and so is every launch. */
async function expectNothingLeft(folder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 200) {
    if (readdirSync(join(folder, '.baton', 'launches')).length === 0 && findProcesses(folder).length === 0) return;
    await sleep(200);
  }
  expect({ launches: readdirSync(join(folder, '.baton', 'launches')), processes: findProcesses(folder) }).toEqual({
    launches: [],
    processes: [],
  });
}

/** Processes of agents of this project, by their environment. */
function findProcesses(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return environment.includes(`BATON_DATA_DIR=${folder}`) && environment.includes('BATON_RUN_ID=');
      } catch {
        return false;
      }
    });
}

const KILL_AT = new URL('../../support/kill-at.cjs', import.meta.url).pathname;

/** The same without a killed program, as often as it takes. */
async function settle(story: KillStory): Promise<void> {
  for (let pass = 0; pass < 40; pass += 1) {
    await runBaton(['tick'], { cwd: story.folder });
    const tasks = await story.tasks();
    if (tasks.every(({ status }) => status === 'done')) return;
    await sleep(150);
  }
}

const STRIDE = Number(process.env['BATON_KILL_STRIDE'] ?? 4);

for (const { target, stride } of [
  { target: 'launch', stride: 1 },
  { target: 'baton', stride: STRIDE },
] as const) {
  verifies(
    ['TSK-091'],
    `${target === 'launch' ? 'the launcher' : 'the scheduler'} killed at its system calls, one after the other: the agent runs once, and no attempt is wasted`,
    async () => {
      const faults: string[] = [];
      let steps = 0;
      for (let at = 1; at < 400; at += stride) {
        const story = new KillStory(await tempFolder());
        await story.setUp(['early']);
        await story.add('early');
        const env = { NODE_OPTIONS: `--require ${KILL_AT}`, KILL_TARGET: target, KILL_AT: String(at), KILL_MARK: join(story.folder, 'killed') };
        await runBaton(['tick'], { cwd: story.folder, env });
        if (!existsSync(env.KILL_MARK)) break;
        steps += 1;
        await settle(story);
        faults.push(...(await story.findFaults(await story.tasks())).map((fault) => `call ${at}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(steps).toBeGreaterThan(4);
    },
  );
}
