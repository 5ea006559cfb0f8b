/** How a piece of work ended, in the words of each protocol: the one table between them. */
export const OUTCOMES = [
  { output: 'success', task: 'done', response: 'success' },
  { output: 'partial', task: 'partial', response: 'partial' },
  { output: 'failure', task: 'blocked', response: 'error' },
] as const;

export type OutputStatus = (typeof OUTCOMES)[number]['output'];
/** What a completion report says; `needs_review` has no word in agent output. */
export type TaskOutcome = (typeof OUTCOMES)[number]['task'] | 'needs_review';
export type ResponseStatus = (typeof OUTCOMES)[number]['response'];

type Outcome = (typeof OUTCOMES)[number];

export const taskOutcomeOf = (status: OutputStatus): Outcome['task'] => rowOf(status).task;
export const responseStatusOf = (status: OutputStatus): ResponseStatus => rowOf(status).response;

/** Undefined for `needs_review`: a person has to say how it ended. */
export const findOutputStatus = (outcome: TaskOutcome): OutputStatus | undefined =>
  OUTCOMES.find((row) => row.task === outcome)?.output;

const rowOf = (status: OutputStatus): Outcome =>
  // Every status has a row: its type is read off the table.
  OUTCOMES.find((row) => row.output === status) ?? OUTCOMES[2];
