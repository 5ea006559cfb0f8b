/**
 * Adds up vitest's JSON reports for .ci/run: prints `PASSED FAILED SKIPPED`, and on standard error each test that
 * failed first and passed when it was repeated.
 * tsx scripts/sum-test-results.ts REPORT:EXITCODE…
 */
import { sumReports, type RunToSum } from './test/sum-reports.ts';

const runs: RunToSum[] = process.argv.slice(2).map((argument) => {
  const at = argument.lastIndexOf(':');
  return { report: argument.slice(0, at), exitCode: Number(argument.slice(at + 1)) };
});
const { passed, failed, skipped, repeated } = sumReports(runs);
for (const { title, message } of repeated) console.error(`passed only when repeated: ${title}: ${message}`);
console.log(`${passed} ${failed} ${skipped}`);
