import type { Platform } from '../../kernel/ports/index.ts';
import type { HandoffLock } from '../../protocols/project/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { salvageDead } from './recovery/salvage-dead.ts';
import { assertName, draftSession, openSession, type OpenRequest } from './change/open-session.ts';

/** Who begins a session. */
export interface BeginRequest extends OpenRequest {
  readonly dryRun?: boolean;
  /** A session whose process has ended is salvaged instead of refused, if that is safe. */
  readonly salvage?: boolean;
}

/** Phase 1 of the handoff: takes HANDOFF.lock. Exactly one of any number of callers gets it. */
export async function begin(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  request: BeginRequest,
): Promise<HandoffLock> {
  assertName(request.agent, 'agent');
  return withWriter(
    platform,
    `baton begin (${request.agent})`,
    async (found) => {
      const handoff = request.salvage === true ? await salvageDead(platform, found, request) : found;
      const lock = await draftSession(platform, handoff, request);
      if (request.dryRun !== true) await openSession(platform, handoff, lock);
      return lock;
    },
    request,
  );
}
