import { join } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { addEntry, EMPTY_LOG, LOCK_FILE, renderLock, type HandoffLock } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { getHandoff, type Handoff } from './folder/read-handoff.ts';
import {
  draftLock,
  readCommit,
  readLockState,
  recoveryNeeded,
  sessionHeld,
  shortCommit,
  toProvenance,
} from './folder/session.ts';

export interface BeginRequest {
  readonly agent: string;
  readonly sessionId?: string | undefined;
  /** Files the session means to change. */
  readonly updating?: readonly string[];
  /** The agent's process; default the nearest ancestor that outlives one command. */
  readonly pid?: number | undefined;
  readonly dryRun?: boolean;
}

/** Phase 1 of the handoff: takes HANDOFF.lock. Exactly one of any number of callers gets it. */
export async function begin(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: BeginRequest,
): Promise<HandoffLock> {
  assertName(request.agent, 'agent');
  if (request.sessionId !== undefined) assertName(request.sessionId, 'session id');
  const take = async (handoff: Handoff): Promise<HandoffLock> => {
    await assertFree(platform, handoff);
    assertFiles(handoff);
    const lock = await draftLock(platform, {
      agent: request.agent,
      sessionId: request.sessionId,
      updating: request.updating ?? [],
      pid: request.pid,
      baseCommit: shortCommit(await readCommit(platform)),
    });
    if (request.dryRun !== true) {
      await createLock(platform, handoff, lock);
      await beginLog(platform, handoff, lock);
    }
    return lock;
  };
  return withWriter(platform, `baton begin (${request.agent})`, take, request);
}

async function assertFree(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<void> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'held') throw sessionHeld(platform, state);
  if (state.kind === 'left') throw recoveryNeeded(state.lock, state.why);
}

/** A session that begins or ends with nothing would hand over that everything was deleted. */
export function assertFiles({ files, folder }: Handoff): void {
  if (files.size > 0) return;
  throw new BatonError('PROJECT_NOT_FOUND', `all files of ${folder} are missing`, {
    hint: 'bring them back with baton restore FILE, or set the project up anew with baton init',
  });
}

async function createLock(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  handoff: Handoff,
  lock: HandoffLock,
): Promise<void> {
  try {
    await platform.files.writeAtomic(join(handoff.folder, LOCK_FILE), renderLock(lock), { exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    // Somebody with another data folder, and so another lock around this, was quicker.
    await assertFree(platform, await getHandoff(platform));
    throw error;
  }
}

/** A log that is gone is begun anew, and the gap is its first entry. */
async function beginLog(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  handoff: Handoff,
  lock: HandoffLock,
): Promise<void> {
  if (handoff.files.has('LOG.md')) return;
  const text = addEntry(EMPTY_LOG, {
    title: 'LOG.md was missing',
    body: 'The log is begun anew; earlier entries are in git history, if anywhere.',
    provenance: await toProvenance(platform, lock),
  });
  await applyChanges(platform, handoff.folder, { writes: new Map([['LOG.md', text]]) });
}

/** One line of printable text: it becomes part of headings and quote blocks. */
export function assertName(text: string, what: string): void {
  if (text.trim() === text && text !== '' && text.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return;
  throw new BatonError('INPUT_INVALID', `the ${what} must be 1 to 200 printable characters on one line`, { what });
}
