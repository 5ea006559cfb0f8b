import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { close, findHandoff, isHolder, readLockState } from '../project/index.ts';
import type { HookReply } from './hook-event.ts';

/** Closes what this session left open, if all checks pass; otherwise the lock stays and the next session recovers. */
export async function answerSessionEnd(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
): Promise<HookReply> {
  const handoff = await findHandoff(platform);
  const lock = handoff === undefined ? undefined : await readLockState(platform, handoff);
  if (lock === undefined || lock.kind === 'free' || !(await isHolder(platform, lock.lock, {})))
    return { kind: 'silent' };
  try {
    const result = await close(platform, { tag: false, commit: true });
    if (!result.closed)
      platform.remark(`baton: the session stays open, ${result.findings.length} findings block it; see baton lint`);
    else if (result.commit_failed) platform.remark(`baton: the session is closed, but ${result.note ?? ''}`);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    platform.remark(`baton: the session stays open for recovery: ${error.message}`);
  }
  return { kind: 'silent' };
}
