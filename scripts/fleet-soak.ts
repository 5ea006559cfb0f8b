/**
 * npm run fleet:soak [-- ROUNDS]: kills agents, daemons and a real PostgreSQL again and again, lets a standby take over at
 * the end, and prints how much was done and what was lost or doubled. Exit code 1 if anything was.
 */
import { runSoak } from '../test/support/postgres/soak.ts';

const rounds = Number(process.argv[2] ?? 20);
const report = await runSoak(rounds, 3_000);
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.violations.length === 0 ? 0 : 1;
