/**
 * Kills the daemon with SIGKILL at random moments while agents with bad habits work: `tsx scripts/task-kills.ts
 * --kills 500 --seed 1`. With `--steps launch` or `--steps baton`, kills that program at each of its system calls
 * instead. Prints what it finds; ends with 1 if a run was begun twice, lost, or an attempt was wasted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killAtEveryStep, killAtRandom } from '../test/support/kill-story.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string' },
    stride: { type: 'string', default: '1' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'baton-kills-'));
const report = (line: string): void => console.log(line);
const { steps } = values;
const faults =
  steps === undefined
    ? await killAtRandom(folder, { kills: Number(values.kills), seed: Number(values.seed), report })
    : await killAtEveryStep(folder, { target: steps, stride: Number(values.stride), report });
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'no run twice, none lost, no attempt wasted' : `${faults.length} faults`);
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
process.exitCode = faults.length === 0 ? 0 : 1;
