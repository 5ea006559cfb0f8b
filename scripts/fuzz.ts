/** Feeds every parser of outside data with mutated inputs: `npm run fuzz -- --inputs 1000000 --seed 1`. */
import { parseArgs } from 'node:util';
import { PARSERS } from './fuzz/parsers.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

const MAX_GROWN_BYTES = 256 * 1024 * 1024;

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const began = Date.now();
const { inputs, failures, slowestMs, slowest, grownBytes } = runFuzz(
  Number(values.inputs),
  Number(values.seed),
  (done) => process.stderr.write(`\r${done} inputs`),
);
process.stderr.write('\n');
for (const { parser, what, input } of failures.slice(0, 20))
  console.log(`${parser}: ${what}\n  ${JSON.stringify(input)}`);
console.log(
  `${inputs} inputs to ${PARSERS.length} parsers in ${Math.round((Date.now() - began) / 1000)} s: ${failures.length} failures, slowest ${slowestMs.toFixed(0)} ms (${slowest}), memory grew by ${Math.round(grownBytes / 1024 / 1024)} MiB, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
);
process.exitCode = failures.length === 0 && grownBytes < MAX_GROWN_BYTES ? 0 : 1;
