/**
 * npm run sim -- [--seeds N] [--from N] [--seed N] [--steps N]: lives of the task plane under simulated time. A failing
 * seed prints its story and ends with 1; `--seed N` tells that one again, whole.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { tell } from '../test/sim/story.ts';
import { dim, seconds } from './support/terminal.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' }, steps: { type: 'string' } },
});
const steps = Number(values.steps ?? 60);
const first = Number(values.seed ?? values.from ?? 1);
const count = values.seed === undefined ? Number(values.seeds ?? 100) : 1;
const began = performance.now();
let failures = 0;

for (let seed = first; seed < first + count && failures < 3; seed++) {
  const { fault, lines } = await tell(seed, steps);
  if (fault !== undefined) {
    failures += 1;
    console.log(`seed ${seed} fails: ${fault}`);
    console.log([...(lines.length > 40 ? ['…'] : []), ...lines.slice(-40)].map((line) => `  ${line}`).join('\n'));
    console.log(`replay: npm run sim -- --seed ${seed} --steps ${steps}`);
  } else if (values.seed !== undefined) console.log(lines.join('\n'));
  if (seed % 500 === 0) console.log(dim(`${seed - first + 1} lives, ${seconds(performance.now() - began)}`));
}
console.log(`${count} lives of ${steps} steps, ${failures} failed, ${seconds(performance.now() - began)}`);
process.exitCode = failures === 0 ? 0 : 1;
