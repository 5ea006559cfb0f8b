export { createProcesses } from './create-processes.ts';
export { createProcessIdentities, type ProcessFacts } from './process-identity.ts';
export { endRunMembers, findRunMembers, type RunMembers } from './run-members.ts';
export { runProgram } from './run-program.ts';
export { showInPager } from './show-in-pager.ts';
