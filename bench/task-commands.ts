import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ClosablePlatform } from '../src/kernel/ports/index.ts';
import { claim, newTask } from '../src/relay/tasks/index.ts';
import { defineBenchmark, nodeRunMs, type Case, type Contender } from './frame/index.ts';
import { fillDataDir } from './task-plane/fill-data-dir.ts';

const BATON = resolve('dist/cli/baton.cjs');
const ROUNDS = 20;
const AGENT = 'bench';

/** What an agent pays for each word it says, with few tasks and with many. */
export const benchmark = defineBenchmark({
  about: 'claim, heartbeat, complete and task show as commands, beside Node doing nothing and beside a hundred tasks',
  async prepare({ folder, quick }) {
    const env = { BATON_CACHE_DIR: join(folder, 'cache') };
    const large = quick ? 2_000 : 10_000;
    const few = await openStage(join(folder, 'few'), 100);
    const many = await openStage(join(folder, 'many'), large);
    const node: Contender = { name: 'node -e 0', measure: () => nodeRunMs(['-e', '0']) };
    const name = `${large.toLocaleString('en-US')} tasks`;
    const run = (stage: Stage, label: string, args: () => readonly string[]): Contender => ({
      name: label,
      measure: () => nodeRunMs([BATON, ...args()], { cwd: stage.folder, env }),
    });
    const cases = Object.entries(COMMANDS).flatMap(([command, toArgs]): Case[] => [
      {
        title: `${command}, ${name}`,
        unit: 'ms',
        rounds: ROUNDS,
        ours: run(many, name, () => toArgs(many)),
        floor: node,
        target: { limit: 2.5, against: 'floor' },
      },
      {
        title: `${command}, ${name} beside 100`,
        unit: 'ms',
        rounds: ROUNDS,
        ours: run(many, name, () => toArgs(many)),
        floor: run(few, '100 tasks', () => toArgs(few)),
        target: { limit: 1.1, against: 'floor' },
      },
    ]);
    return { cases };
  },
});

interface Stage {
  readonly folder: string;
  /** Held by the agent, one per report. */
  readonly held: { readonly id: string; readonly run: string }[];
  /** Held by the agent, and never reported. */
  readonly kept: { readonly id: string; readonly run: string };
  readonly open: string[];
}

const COMMANDS: Readonly<Record<string, (stage: Stage) => readonly string[]>> = {
  claim: ({ open }) => ['claim', open.pop() ?? '', '--agent', AGENT],
  heartbeat: ({ kept }) => ['heartbeat', kept.id, '--agent', AGENT, '--run', kept.run],
  complete: ({ held }) => {
    const { id = '', run = '' } = held.pop() ?? {};
    return ['complete', id, '--agent', AGENT, '--run', run, '--notes', 'done'];
  },
  'task show': ({ kept }) => ['task', 'show', kept.id],
};

/** A command is measured in two cases, and once to warm up in each. */
const WORDS = 2 * (ROUNDS + 1);

async function openStage(folder: string, count: number): Promise<Stage> {
  mkdirSync(folder);
  const platform = await fillDataDir(folder, count);
  const held = await takeMany(platform, WORDS);
  const [kept = { id: '', run: '' }] = await takeMany(platform, 1);
  const open: string[] = [];
  for (let n = 0; n < WORDS; n++) open.push(await make(platform, `open ${n}`));
  await platform.close();
  return { folder, held, kept, open };
}

async function takeMany(platform: ClosablePlatform, count: number): Promise<{ id: string; run: string }[]> {
  const taken = [];
  for (let n = 0; n < count; n++) {
    const id = await make(platform, `held ${n}`);
    const entry = await claim(platform, { agent: AGENT, id, ttlMs: 3_600_000 });
    taken.push({ id, run: entry?.run?.runId ?? '' });
  }
  return taken;
}

const make = async (platform: ClosablePlatform, title: string): Promise<string> =>
  (await newTask(platform, { title, by: 'bench' })).task.id;
