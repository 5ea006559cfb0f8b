import { findIsoTime } from '../../../kernel/time.ts';
import { parseLock } from '../../../protocols/project/session/index.ts';
import type { HandoffLock } from '../../../protocols/project/index.ts';
import type { DiskStat, Platform } from '../../../kernel/ports/index.ts';

const PURPOSE = 'session';
/** Between what a lock says and when its file was written: clocks of machines that share a folder differ by minutes. */
const MAX_SKEW_MS = 10 * 60_000;

const contentOf = ({ root }: Platform['project'], sessionId: string): string => `${root}\0${sessionId}`;

/** The mark by which this installation knows the lock of its own session again. */
export const sealLock = async (
  { project }: Pick<Platform, 'project'>,
  sessionId: string,
): Promise<string | undefined> => await project.authority.seals.seal(PURPOSE, contentOf(project, sessionId));

/** The text of HANDOFF.lock, unless it came with the repository or the archive: then nobody here holds anything. */
export async function believeLock(
  { project }: Pick<Platform, 'project'>,
  text: string,
  { path, stat }: { readonly path: string; readonly stat: DiskStat | undefined },
): Promise<string | undefined> {
  const lock = parseLock(text);
  if (lock !== undefined && (await isOwnLock(project, lock))) return text;
  const why = await findForeign(project, lock, path, stat);
  if (why === undefined) return text;
  project.authority.note(`HANDOFF.lock ${why}, so it holds nothing`);
  return undefined;
}

/** This installation wrote it, for this project. */
export async function isOwnLock(
  project: Platform['project'],
  { mark, session_id: sessionId = '' }: HandoffLock,
): Promise<boolean> {
  return mark !== undefined && (await project.authority.seals.isOurs(PURPOSE, contentOf(project, sessionId), mark));
}

/** Other tools write locks without a mark. One that git keeps, or that was packed long before it came here, is none. */
async function findForeign(
  project: Platform['project'],
  lock: HandoffLock | undefined,
  path: string,
  stat: DiskStat | undefined,
): Promise<string | undefined> {
  if ((await project.findRepo()) !== undefined)
    return (await project.authority.seals.isTracked(path)) ? 'came with the repository' : undefined;
  const saidMs = findIsoTime(lock?.last_activity ?? '')?.epochMs ?? findIsoTime(lock?.started ?? '')?.epochMs;
  if (saidMs === undefined) return 'says no time';
  const isCopied = stat !== undefined && stat.changedMs - saidMs > MAX_SKEW_MS;
  return isCopied ? 'was copied here with the folder' : undefined;
}
