import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { killAtEveryStep, killAtRandom } from '../../support/kill-story.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** `tsx scripts/task-kills.ts --kills 500` for the whole measure. */
const KILLS = 10;

verifies(
  ['TSK-091', 'TSK-054'],
  `${KILLS} kills of the daemon at random moments, and agents that kill it themselves: no run twice, none lost, no attempt wasted`,
  async () => {
    const folder = await tempFolder();
    expect(await killAtRandom(folder, { kills: KILLS, seed: 1 })).toEqual([]);
    for (let waitedMs = 0; waitedMs < 20_000 && findProcesses(folder).length > 0; waitedMs += 200) await sleep(200);
    expect(findProcesses(folder)).toEqual([]);
  },
);

/** Processes of agents of this project, by their environment. */
function findProcesses(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const environment = readFileSync(join('/proc', pid, 'environ'), 'utf8');
        return environment.includes(`BATON_DATA_DIR=${folder}`) && environment.includes('BATON_RUN_ID=');
      } catch {
        return false;
      }
    });
}

verifies(
  'TSK-091',
  'the launcher killed at each of its system calls: the agent runs once, and no attempt is wasted',
  async () => {
    expect(await killAtEveryStep(await tempFolder(), { target: 'launch', stride: 1 })).toEqual([]);
  },
);

verifies(
  'TSK-091',
  'the scheduler killed between its decision and the start: the agent runs once, and no attempt is wasted',
  async () => {
    expect(await killAtEveryStep(await tempFolder(), { target: 'baton', stride: 9 })).toEqual([]);
  },
);
