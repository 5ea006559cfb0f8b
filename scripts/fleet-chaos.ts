/**
 * npm run fleet:chaos [-- TASKS]: two machines, six agents as programs that log their own process ids, tasks with
 * dependencies and delegations, on a real PostgreSQL; daemons, agents and the server are killed, a machine is frozen, its
 * link is slow or swallows everything. Ends with 1 if a task was lost, two programs of one task or of one exclusive resource
 * ran at the same time, or finished work was repeated.
 */
import { countFaults, runChaos, type FaultName } from '../test/support/postgres/chaos.ts';

const [tasks = 60] = process.argv.slice(2).map(Number);
const FAULTS: readonly FaultName[] = [
  'agent',
  'daemon',
  'server',
  'freeze',
  'slow-200',
  'black-hole',
  'agent',
  'server-long',
  'daemon',
  'slow-800',
  'freeze',
  'server',
];
const report = await runChaos({
  tasks,
  faults: FAULTS,
  pauseMs: 3_000,
  keepsEvidence: true,
  report: (line) => console.error(`${new Date().toISOString()} ${line}`),
});
console.log(JSON.stringify(report, null, 2));
process.exitCode = countFaults(report) === 0 ? 0 : 1;
