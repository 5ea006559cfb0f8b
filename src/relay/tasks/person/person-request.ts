import { BatonError } from '../../../kernel/errors/index.ts';

/** An act of a person on a task. */
export interface PersonRequest {
  readonly id: string;
  readonly by: string;
  readonly dryRun?: boolean;
  /** The run that the caller itself is, if it is one. */
  readonly callerRun?: string;
}

/** An agent could otherwise take a task from another one, or send its own back as if a person had looked at it. */
export function assertPerson({ callerRun }: Pick<PersonRequest, 'callerRun'>, what: string): void {
  if (callerRun === undefined) return;
  throw new BatonError('PERSON_ONLY', `only a person can ${what}; this is run ${callerRun}`, { runId: callerRun });
}
