import type { Platform } from '../../kernel/ports/index.ts';
import { lastSeen, type WorkDraft } from '../project/index.ts';

type Judging = Pick<Platform, 'clock' | 'processes' | 'project'>;

/** Drafts of sessions that are over, but for the caller's own. */
export async function selectLeft(
  platform: Judging,
  drafts: readonly WorkDraft[],
  ownSession: string,
): Promise<readonly WorkDraft[]> {
  const left: WorkDraft[] = [];
  for (const draft of drafts) {
    if (draft.sessionId !== ownSession && (await isOver(platform, draft))) left.push(draft);
  }
  return left;
}

async function isOver(platform: Judging, draft: WorkDraft): Promise<boolean> {
  if (draft.isEnded === true) return true;
  const isAlive = draft.host === undefined ? undefined : await platform.processes.isAlive(draft.host);
  if (isAlive !== undefined) return !isAlive;
  const silentMs = platform.clock.now() - lastSeen(draft);
  return silentMs > platform.project.settings.values.sessionTimeoutMinutes * 60_000;
}
