import type { Platform } from '../../kernel/ports/index.ts';
import { lastSeen, recordDraft, removeDraft, type DraftEnd, type WorkDraft } from '../project/index.ts';

/** What closing or keeping the draft of a session reaches. */
export type DraftPlatform = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tasks' | 'tokens'
>;

/** A start must not take long, however many sessions died. The others are recorded at the next one. */
const MAX_AT_ONCE = 3;
/** A draft that nothing could make of for so long is not kept any longer. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export async function recordOwn(platform: DraftPlatform, draft: WorkDraft, end: DraftEnd): Promise<void> {
  const result = await recordDraft(platform, draft, end);
  if (result.kind === 'kept') platform.remark(`baton: the work of this session stays a draft: ${result.why}`);
}

/** What sessions left whose host is gone: it did not say that it ends, so nobody could record it then. */
export async function recordLeft(platform: DraftPlatform, left: readonly WorkDraft[]): Promise<void> {
  let recorded = 0;
  for (const draft of left) {
    if (draft.work === undefined || platform.clock.now() - lastSeen(draft) > KEPT_MS)
      await removeDraft(platform, draft.sessionId);
    else if (recorded++ < MAX_AT_ONCE) await recordOwn(platform, draft, 'over');
  }
}
