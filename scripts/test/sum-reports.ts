import { existsSync, readFileSync } from 'node:fs';
import { parseRunReport } from '../support/run-report.ts';

export interface RunToSum {
  /** Path of vitest's JSON report; it is missing if the run was stopped. */
  readonly report: string;
  readonly exitCode: number;
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function sumReports(runs: readonly RunToSum[]): Totals {
  let totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  for (const run of runs) {
    const { passed, failed, skipped } = readTotals(run);
    totals = { passed: totals.passed + passed, failed: totals.failed + failed, skipped: totals.skipped + skipped };
  }
  return totals;
}

/** A run that ended red counts at least one failure, whether or not its report names one. */
function readTotals({ report, exitCode }: RunToSum): Totals {
  const atLeast = exitCode === 0 ? 0 : 1;
  if (!existsSync(report)) return { passed: 0, failed: Math.max(1, atLeast), skipped: 0 };
  const { passed, failed, skipped, brokenFiles } = parseRunReport(readFileSync(report, 'utf8'));
  return { passed, failed: Math.max(atLeast, failed + brokenFiles.length), skipped };
}
