import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Io } from '../../io.ts';

/** Baton gives the agents it starts their task, run and name in the environment. */
const ENVIRONMENT = { agent: 'BATON_AGENT', run: 'BATON_RUN_ID', task: 'BATON_TASK_ID' } as const;

export const findFact = (io: Io, name: keyof typeof ENVIRONMENT, given: string | undefined): string | undefined =>
  given ?? (io.environment[ENVIRONMENT[name]] || undefined);

/** Fails with USAGE_INVALID. */
export function getFact(io: Io, name: keyof typeof ENVIRONMENT, given: string | undefined): string {
  const found = findFact(io, name, given);
  if (found !== undefined) return found;
  const how = name === 'task' ? 'name a task' : `give --${name}`;
  throw new BatonError('USAGE_INVALID', `${how}, or set ${ENVIRONMENT[name]}`, { hint: SOURCES[name] });
}

/** What a person without an environment does to find it. */
const SOURCES = {
  agent: 'add --agent NAME: the name that holds the task, or any name to claim one',
  run: 'add --run ID: baton claim prints it, and so does baton task show',
  task: 'baton task list shows the ids; 7 is short for the seventh task of today',
} as const;

export const OPERATOR = 'operator';
