import { given } from '../../kernel/given.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/ports/index.ts';
import type { EventDraft, PlaneEvent } from '../../kernel/tasks.ts';
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
