import { given } from '../../kernel/given.ts';
import type { EarlierRun, TaskEntry } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';

const MAX_EARLIER = 3;
const MAX_NOTES = 2_000;

/** What the next run is told about earlier runs, newest first: the last one in full, and what that one was told. */
export function earlierRuns({ run, result }: TaskEntry): readonly EarlierRun[] {
  if (run === undefined) return [];
  const { runId, agentId, attempt, status, exit, endedBy, earlier = [] } = run;
  const last: EarlierRun = {
    runId,
    agentId,
    attempt,
    status,
    ...(result === undefined ? {} : { outcome: result.outcome }),
    ...(result?.notes === undefined ? {} : { notes: cutText(result.notes, MAX_NOTES) }),
    ...given({ blockers: result?.blockers }),
    ...(exit === undefined ? {} : { how: exit.how }),
    ...given({ lastOutput: exit?.lastOutput, endedBy }),
  };
  return [last, ...earlier].slice(0, MAX_EARLIER);
}
