import { join } from 'node:path';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { addEntry, EMPTY_LOG } from '../../../protocols/project/log/index.ts';
import { listParts } from '../../../protocols/project/labels/index.ts';
import { LOCK_FILE, type HandoffLock } from '../../../protocols/project/index.ts';
import { renderLock } from '../../../protocols/project/session/index.ts';
import type { Guarding } from '../checks/scan-files.ts';
import { checkWritten, listStanding } from '../checks/standing.ts';
import { readGit } from '../git/read-git.ts';
import { assertFiles, getHandoff, listBroken, readTexts, type Handoff } from '../folder/read-handoff.ts';
import type { HandoffFile } from '../folder/handoff-file.ts';
import { draftLock, readLockState, recoveryNeeded, sessionHeld, shortCommit, toProvenance } from '../folder/session.ts';
import { applyChanges } from './change-handoff.ts';

export interface OpenRequest {
  readonly agent: string;
  readonly sessionId?: string | undefined;
  /** Files the session means to change. */
  readonly updating?: readonly string[] | undefined;
  /** The agent's process; default the nearest ancestor that outlives one command. */
  readonly pid?: number | undefined;
}

/** Of larger files the last commit says what stood there; the lock stays small. */
const MAX_STOOD_BYTES = 1024 * 1024;
const MAX_STOOD = 4_000;

/** A session, and what it found when it began. */
export interface SessionStart {
  readonly lock: HandoffLock;
  /** Hashes of parts that were as the last manifest says. */
  listStood(): readonly string[];
  /** Errors that were there before; undefined if nobody looked. */
  findStanding(): Promise<readonly string[] | undefined>;
}

/** What an open session noted in its lock. */
export const readStart = (lock: HandoffLock): SessionStart => ({
  lock,
  listStood: () => lock.stood ?? [],
  findStanding: async () => lock.standing,
});

/** The lock of a session that would begin now, with what it finds. Fails if somebody else has one. */
export async function draftSession(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner'>,
  handoff: Handoff,
  request: OpenRequest,
): Promise<HandoffLock> {
  const { lock, listStood, findStanding } = await draftStart(platform, handoff, request);
  const stood = listStood();
  return { ...lock, ...given({ standing: await findStanding() }), ...(stood.length === 0 ? {} : { stood }) };
}

/** The same for a session that ends in this call: reading and scanning every file is left until its end needs it. */
export async function draftStart(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner'>,
  handoff: Handoff,
  request: OpenRequest,
): Promise<SessionStart> {
  assertName(request.agent, 'agent');
  if (request.sessionId !== undefined) assertName(request.sessionId, 'session id');
  await assertFree(platform, handoff);
  assertFiles(handoff);
  const { head, branch } = await readGit(platform, handoff.folder, []);
  const listed = handoff.manifest?.files ?? {};
  const files = [...handoff.files.values()];
  const isIntact = ({ name, checksum }: { name: string; checksum: string }): boolean =>
    listed[name]?.checksum === checksum;
  const lock = await draftLock(platform, {
    agent: request.agent,
    sessionId: request.sessionId,
    updating: request.updating ?? [],
    pid: request.pid,
    baseCommit: shortCommit(head),
    branch,
    found: files.filter((file) => !isIntact(file)).map(({ name }) => name),
  });
  let stood: readonly string[] | undefined;
  return {
    lock,
    listStood: () => (stood ??= listHashes(files.filter(isIntact))),
    findStanding: () => readStanding(platform, handoff),
  };
}

const listHashes = (files: readonly HandoffFile[]): readonly string[] =>
  files
    .filter(({ bytes }) => bytes.length <= MAX_STOOD_BYTES)
    .flatMap(({ text = '' }) => listParts(text).map(({ hash }) => hash))
    .slice(0, MAX_STOOD);

/** What is wrong already when a session begins is not its fault. */
async function readStanding(platform: Guarding, handoff: Handoff): Promise<string[]> {
  const texts = readTexts(handoff);
  const content = {
    texts,
    broken: listBroken(handoff),
    manifestText: undefined,
    aiignore: handoff.aiignore,
    extras: [],
  };
  try {
    return listStanding(await checkWritten(platform, content), texts);
  } catch (error) {
    // A pattern that cannot be read is for `close` to say.
    if (isBatonError(error, 'AIIGNORE_INVALID')) return [];
    throw error;
  }
}

async function assertFree(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<void> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'held') throw sessionHeld(platform, state);
  if (state.kind === 'left') throw recoveryNeeded(state.lock, state.why);
}

/** Takes HANDOFF.lock. Exactly one of any number of callers gets it. */
export async function openSession(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  handoff: Handoff,
  lock: HandoffLock,
): Promise<void> {
  const path = join(handoff.folder, LOCK_FILE);
  const take = (): Promise<void> => platform.files.writeAtomic(path, renderLock(lock), { exclusive: true });
  try {
    await take();
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    // Somebody with another data folder, and so another lock around this, was quicker.
    await assertFree(platform, await getHandoff(platform));
    // Or a file is there that is no lock of anybody: it came with the repository.
    await platform.files.remove(path);
    await take();
  }
  await beginLog(platform, handoff, lock);
}

/** A log that is gone is started again, and the gap is its first entry. */
async function beginLog(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  handoff: Handoff,
  lock: HandoffLock,
): Promise<void> {
  if (handoff.files.has('LOG.md')) return;
  platform.remark('LOG.md was missing; a new one says so');
  const { head } = await readGit(platform, handoff.folder, []);
  const text = addEntry(EMPTY_LOG, {
    title: 'LOG.md was missing',
    body: 'The log starts again here; earlier entries are in git history, if anywhere.',
    provenance: toProvenance(lock, head, platform.clock.now()),
  });
  await applyChanges(platform, handoff.folder, { writes: new Map([['LOG.md', text]]) });
}

/** One line of printable text: it becomes part of headings and quote blocks. */
export function assertName(text: string, what: string): void {
  if (text.trim() === text && text !== '' && text.length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return;
  throw new BatonError('INPUT_INVALID', `the ${what} must be 1 to 200 printable characters on one line`, { what });
}
