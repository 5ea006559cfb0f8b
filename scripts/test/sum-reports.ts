import { existsSync, readFileSync } from 'node:fs';
import { parseRunReport, type TestFailure } from '../support/run-report.ts';

export interface RunToSum {
  /** Path of vitest's JSON report; it is missing if the run was stopped. */
  readonly report: string;
  readonly exitCode: number;
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly repeated: readonly TestFailure[];
}

export function sumReports(runs: readonly RunToSum[]): Totals {
  const all = runs.map(readTotals);
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => all.reduce((total, run) => total + run[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    repeated: all.flatMap((run) => run.repeated),
  };
}

/** A run that ended red counts at least one failure, whether or not its report names one. */
function readTotals({ report, exitCode }: RunToSum): Totals {
  const atLeast = exitCode === 0 ? 0 : 1;
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, repeated: [] };
  const { passed, failed, skipped, brokenFiles, repeated } = parseRunReport(readFileSync(report, 'utf8'));
  return { passed, failed: Math.max(atLeast, failed + brokenFiles.length), skipped, repeated };
}
