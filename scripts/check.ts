/** npm run check [-- names]: everything that must hold besides the tests; shows the output only of what failed. */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { runSteps, type StepResult } from './check/run-steps.ts';
import { planSteps } from './check/steps.ts';
import { bold, dim, green, plural, red, seconds } from './support/terminal.ts';

process.exitCode = await main(process.argv.slice(2), process.cwd());

async function main(names: readonly string[], root: string): Promise<number> {
  const all = planSteps(root);
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`there is no check ${unknown.join(', ')}; there are ${all.map((step) => step.name).join(', ')}`);
    return 2;
  }
  const steps = all.filter((step) => names.length === 0 || names.includes(step.name));
  const width = Math.max(...steps.map((step) => step.name.length));
  const started = performance.now();
  const results = await runSteps(root, steps, Math.min(2, availableParallelism()), ({ step, passed, durationMs }) => {
    console.log(
      `${passed ? green('✓') : red('✗')} ${step.name.padEnd(width)}  ${dim(seconds(durationMs).padStart(7))}`,
    );
  });
  const failed = results.filter(({ passed }) => !passed);
  for (const result of failed) printFailure(result);
  const verdict = `${plural(results.length - failed.length, 'check')} passed, ${failed.length} failed`;
  console.log(
    `\n${failed.length === 0 ? green(verdict) : red(verdict)} ${dim(`in ${seconds(performance.now() - started)}`)}`,
  );
  return failed.length === 0 ? 0 : 1;
}

function printFailure({ step, output }: StepResult): void {
  console.log(`\n${bold(red(step.name))}\n${output}`);
}
