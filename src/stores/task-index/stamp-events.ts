import { given } from '../../kernel/given.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { EarlierRun, Random } from '../../kernel/ports/index.ts';
import type { EventDraft, PlaneEvent, TaskEntry } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';

/** Gives drafts their ids and time. Ids grow from one event to the next, whichever process made it. */
export function stampEvents(
  drafts: readonly EventDraft[],
  { now, lastId, random }: { readonly now: number; readonly lastId: string | undefined; readonly random: Random },
): PlaneEvent[] {
  const timestamp = renderIsoTime(now);
  let id = lastId;
  return drafts.map((draft) => {
    id = createUlidAfter(id, now, random);
    return {
      id,
      type: draft.type,
      timestamp,
      actor: draft.actor,
      ...given({ taskId: draft.taskId, runId: draft.runId }),
      payload: draft.payload,
    };
  });
}

/** The run that ends with this change because another one begins; undefined if it continues. */
export function findEarlierRun(before: TaskEntry | undefined, after: TaskEntry): EarlierRun | undefined {
  if (before?.run === undefined || after.run === undefined || before.run.runId === after.run.runId) return undefined;
  const { run, heartbeat, result } = before;
  return { run, ...given({ heartbeat, result }) };
}

/** A finished task has no next run: what one would begin with is not kept. */
export function withoutStaleCheckpoint(entry: TaskEntry, isFinished: boolean): TaskEntry {
  if (!isFinished || entry.checkpoint === undefined) return entry;
  const { checkpoint: _checkpoint, ...rest } = entry;
  return rest;
}
