import { given } from '../../../kernel/given.ts';
import type { EventDraft, PlaneEvent } from '../../../kernel/tasks.ts';

/** An event as it was committed: its time is known, its place among the others not yet. */
export type UnnumberedEvent = Omit<PlaneEvent, 'id'>;

export const stampEvent = (draft: EventDraft, timestamp: string): UnnumberedEvent => ({
  type: draft.type,
  timestamp,
  actor: draft.actor,
  ...given({ taskId: draft.taskId, runId: draft.runId }),
  payload: draft.payload,
});
