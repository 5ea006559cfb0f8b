/** The guard: what must not pass from one agent to the next. Pure, offline, the same on every machine. */
export { listRules } from './list-rules.ts';
export type { ModelData } from './model/score.ts';
export type { Rule } from './rule.ts';
export { createScanner } from './scan.ts';
