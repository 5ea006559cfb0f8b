import type { Reported } from '../../../../relay/tasks/index.ts';
import type { Outcome } from '../../command.ts';

/** The store was away for too long: the report is on this machine, and the caller has done its part. */
export const presentKept = ({ path, reason }: Extract<Reported<unknown>, { kind: 'kept' }>): Outcome => ({
  kind: 'value',
  data: { task: null, run: null, kept: { path, reason } },
  text: (style) =>
    `${style.yellow('kept')}: the database is away (${reason}); the report is in ${path} and is delivered when it is back`,
});
