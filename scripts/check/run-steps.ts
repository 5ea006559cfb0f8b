import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';
import type { Step } from './steps.ts';

const COMMAND_LIMIT_MS = 240_000;

export interface StepResult {
  readonly step: Step;
  readonly passed: boolean;
  /** The failed command with all it printed; empty if all passed. */
  readonly output: string;
  readonly durationMs: number;
}

/** Runs the steps, at most `jobs` at the same time, each command within its limit. */
export async function runSteps(
  root: string,
  steps: readonly Step[],
  jobs: number,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> {
  const queue = [...steps];
  const results: StepResult[] = [];
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const result = await runStep(root, step);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

async function runStep(root: string, step: Step): Promise<StepResult> {
  let durationMs = 0;
  for (const [program = '', ...args] of step.commands) {
    const run = await runCommand(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      timeoutMs: COMMAND_LIMIT_MS,
    });
    durationMs += run.durationMs;
    if (run.code === 0) continue;
    const note = run.timedOut ? `\nstopped after ${COMMAND_LIMIT_MS / 1000} s` : '';
    return {
      step,
      passed: false,
      output: `$ ${[program, ...args].join(' ')}\n${run.output.trimEnd()}${note}`,
      durationMs,
    };
  }
  return { step, passed: true, output: '', durationMs };
}
