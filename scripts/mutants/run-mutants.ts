import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyWorkTree } from '../support/copy-work-tree.ts';
import { runCommand, type CommandResult } from '../support/run-command.ts';
import { parseRunReport, type RunReport, type TestFailure } from '../support/run-report.ts';
import { applyMutant, needsBuild, type LocatedMutant } from './mutant.ts';

export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  /** The tests stay green: they do not prove what they claim. */
  | { readonly kind: 'survived' }
  /** Red, but for a reason that proves nothing. */
  | { readonly kind: 'invalid'; readonly reason: string };

export interface Trial {
  readonly mutant: LocatedMutant;
  readonly verdict: Verdict;
  readonly durationMs: number;
}

export interface TrialOptions {
  readonly root: string;
  readonly jobs: number;
  readonly timeoutMs: number;
  onTrial(trial: Trial): void;
}

/** Applies each mutant alone in a copy of the work tree and runs its tests. Throws if they are red without any mutant. */
export async function runMutants(mutants: readonly LocatedMutant[], options: TrialOptions): Promise<Trial[]> {
  const copies = Array.from({ length: Math.min(options.jobs, mutants.length) }, () =>
    mkdtempSync(join(tmpdir(), 'baton-mutant-')),
  );
  try {
    for (const copy of copies) copyWorkTree(options.root, copy);
    await checkUnmutated(copies[0] ?? options.root, mutants, options.timeoutMs * 2);
    const queue = [...mutants];
    const trials: Trial[] = [];
    await Promise.all(
      copies.map(async (copy) => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const trial = await runMutant(copy, next, options.timeoutMs);
          trials.push(trial);
          options.onTrial(trial);
        }
      }),
    );
    return trials;
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}

async function checkUnmutated(copy: string, mutants: readonly LocatedMutant[], timeoutMs: number): Promise<void> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  if (needsBuild(copy, tests)) {
    const built = await build(copy, timeoutMs);
    if (built.code !== 0) throw new Error(`the unchanged tree does not build:\n${built.output}`);
  }
  const { report, run } = await runTests(copy, tests, timeoutMs);
  if (run.code === 0 && report !== undefined && report.passed > 0) return;
  throw new Error(`the tests are not green on the unchanged tree:\n${run.output}`);
}

async function runMutant(copy: string, mutant: LocatedMutant, timeoutMs: number): Promise<Trial> {
  const path = join(copy, mutant.file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(whole, mutant));
  const started = performance.now();
  try {
    const verdict = await judge(copy, mutant, timeoutMs);
    return { mutant, verdict, durationMs: performance.now() - started };
  } finally {
    writeFileSync(path, whole);
  }
}

async function judge(copy: string, mutant: LocatedMutant, timeoutMs: number): Promise<Verdict> {
  if (needsBuild(copy, mutant.tests)) {
    const built = await build(copy, timeoutMs);
    if (built.code !== 0) return { kind: 'invalid', reason: `it does not build: ${built.output.trim()}` };
  }
  const { report, run } = await runTests(copy, mutant.tests, timeoutMs);
  if (run.timedOut) return { kind: 'invalid', reason: `the tests hang; stopped after ${timeoutMs / 1000} s` };
  if (run.code === 0) return { kind: 'survived' };
  if (report === undefined) return { kind: 'invalid', reason: `the run failed: ${run.output.trim()}` };
  const [broken] = report.brokenFiles;
  if (broken !== undefined) return { kind: 'invalid', reason: `${broken.file} does not load: ${broken.message}` };
  const failure = report.failures.find(isHonest);
  if (failure !== undefined) return { kind: 'killed', by: failure.title };
  return { kind: 'invalid', reason: report.failures[0]?.message ?? 'red without a failing test' };
}

/** A name that does not exist is a fault of the mutant, and says nothing about the test. */
const isHonest = ({ message }: TestFailure): boolean => !message.startsWith('ReferenceError');

async function runTests(
  copy: string,
  tests: readonly string[],
  timeoutMs: number,
): Promise<{ report: RunReport | undefined; run: CommandResult }> {
  const reportFile = join(copy, '.mutant-report.json');
  rmSync(reportFile, { force: true });
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...tests, '--bail=1', '--maxWorkers=1', '--reporter=default', '--reporter=json'];
  const run = await runCommand(process.execPath, [...args, `--outputFile.json=${reportFile}`], {
    cwd: copy,
    timeoutMs,
    env: { CI: 'true' },
  });
  return { report: existsSync(reportFile) ? parseRunReport(readFileSync(reportFile, 'utf8')) : undefined, run };
}

const build = (copy: string, timeoutMs: number): Promise<CommandResult> =>
  runCommand(process.execPath, [join(copy, 'node_modules/tsx/dist/cli.mjs'), 'scripts/build.ts'], {
    cwd: copy,
    timeoutMs,
  });
