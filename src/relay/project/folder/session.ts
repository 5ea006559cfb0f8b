import { given } from '../../../kernel/given.ts';
import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { createSessionId } from '../../../kernel/ids.ts';
import { findIsoTime, renderAge, renderIsoSeconds } from '../../../kernel/time.ts';
import {
  decideLockState,
  describeHolder,
  findAgentProcess,
  parseLock,
  renderLock,
  type LockState,
} from '../../../protocols/project/session/index.ts';
import { joinLedgers, type Ledger } from '../../../protocols/project/labels/index.ts';
import { LOCK_FILE, type HandoffLock, type Provenance } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { sealLock } from './believe-lock.ts';
import type { Handoff } from './read-handoff.ts';

/** Which session a command belongs to; without it, the process that began the session must be an ancestor. */
export interface SessionRequest {
  readonly sessionId?: string | undefined;
  /** Who the caller claims to be, if it says so: all there is to know the holder of a lock written by hand. */
  readonly agent?: string | undefined;
  /** The process proves too little, because several agents may share it: the name must be the holder's, too. */
  readonly sharesProcess?: boolean | undefined;
}

export async function readLockState(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
): Promise<LockState> {
  if (handoff.lockText === undefined) return { kind: 'free' };
  const lock = parseLock(handoff.lockText);
  return decideLockState(handoff.lockText, {
    nowMs: platform.clock.now(),
    isProcessAlive: lock === undefined ? undefined : await isSessionAlive(platform, lock),
    silenceLimitMs: platform.project.settings.values.sessionTimeoutMinutes * 60_000,
    fileTimeMs: handoff.lockTimeMs,
  });
}

/** Undefined: it named no process, or one of another machine. */
export async function isSessionAlive(
  { processes, facts }: Pick<Platform, 'facts' | 'processes'>,
  lock: HandoffLock,
): Promise<boolean | undefined> {
  if (lock.pid === undefined) return undefined;
  const started = lock.pid_started === undefined ? {} : { started: lock.pid_started };
  return processes.isAlive({ pid: lock.pid, host: lock.host ?? facts.host, ...started });
}

/** The lock of a session to come. */
export async function draftLock(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project' | 'random'>,
  request: {
    agent: string;
    sessionId?: string | undefined;
    updating: readonly string[];
    pid?: number | undefined;
    baseCommit: string;
    branch?: string | undefined;
    found?: readonly string[] | undefined;
  },
): Promise<HandoffLock> {
  const now = renderIsoSeconds(platform.clock.now());
  const pid = request.pid ?? findAgentProcess(await platform.processes.ancestors());
  const identity = pid === undefined ? undefined : await platform.processes.identify(pid);
  if (request.pid !== undefined && identity === undefined) {
    throw new BatonError('INPUT_INVALID', `there is no process ${request.pid}`, { pid: request.pid });
  }
  const sessionId = request.sessionId ?? createSessionId(platform.random);
  const mark = await sealLock(platform, sessionId);
  return {
    agent: request.agent,
    started: now,
    updating: request.updating,
    session_id: sessionId,
    ...given({ mark, pid: identity?.pid, pid_started: identity?.started }),
    host: platform.facts.host,
    base_commit: request.baseCommit,
    last_activity: now,
    ...given({ branch: request.branch }),
    ...(request.found === undefined || request.found.length === 0 ? {} : { found: request.found }),
  };
}

/** The session this command belongs to. Fails where none is open, another one is, or the open one is dead. */
export async function getSession(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
  request: SessionRequest,
): Promise<HandoffLock> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'free') throw new BatonError('SESSION_NOT_OPEN', 'no session is open in this project');
  const isOwn = await isHolder(platform, state.lock, request);
  if (isOwn && !isOtherAgent(state.lock, request)) return state.lock;
  if (state.kind === 'left') throw recoveryNeeded(state.lock, state.why);
  throw sessionHeld(platform, state);
}

const isOtherAgent = (lock: HandoffLock, { agent, sessionId, sharesProcess }: SessionRequest): boolean =>
  sharesProcess === true && sessionId === undefined && agent !== undefined && agent !== lock.agent;

export async function isHolder(
  platform: Pick<Platform, 'facts' | 'processes'>,
  lock: HandoffLock,
  request: SessionRequest,
): Promise<boolean> {
  if (lock.pid === undefined && lock.session_id === undefined) return isNamed(lock, request.agent);
  if (request.sessionId !== undefined) return lock.session_id === request.sessionId;
  if (lock.pid === undefined) return false;
  if (lock.host !== undefined && lock.host !== platform.facts.host) return false;
  const ancestors = await platform.processes.ancestors();
  return ancestors.some(({ pid }) => pid === lock.pid) && (await isSessionAlive(platform, lock)) === true;
}

/** A lock that could not be read names nobody, whatever the caller is called. */
const isNamed = (lock: HandoffLock, agent: string | undefined): boolean => lock.started !== '' && lock.agent === agent;

export function sessionHeld(
  platform: Pick<Platform, 'clock'>,
  state: Extract<LockState, { kind: 'held' }>,
): BatonError {
  const { lock, lives } = state;
  const holder = describeHolder(lock, platform.clock.now());
  const sign = findIsoTime(lock.last_activity ?? '')?.epochMs;
  const last = sign === undefined ? '' : `, last seen ${renderAge(platform.clock.now() - sign)} ago`;
  const life = lives === 'yes' ? `its process ${lock.pid} lives` : 'whether it lives cannot be known from here';
  return new BatonError('SESSION_HELD', `the handoff files are held by ${holder}; ${life}${last}`, {
    agent: lock.agent,
    session_id: lock.session_id,
    lives,
    started: lock.started,
  });
}

export const recoveryNeeded = (lock: HandoffLock, why: string): BatonError =>
  new BatonError('RECOVERY_NEEDED', `the session of ${lock.agent} did not close: ${why}`, {
    agent: lock.agent,
    session_id: lock.session_id,
    updating: lock.updating,
  });

/**
 * Every command of the holder is a sign of life; one that names its session from a new process moves there. What the
 * command is about to write is recorded before it is written: cut short in between, the old words keep their label.
 */
export async function renewLock(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes'>,
  folder: string,
  lock: HandoffLock,
  wrote: Ledger = [],
): Promise<void> {
  const { pid: _, pid_started: __, ...kept } = lock;
  const holds = (await isSessionAlive(platform, lock)) !== false;
  const pid = holds ? undefined : findAgentProcess(await platform.processes.ancestors());
  const identity = pid === undefined ? undefined : await platform.processes.identify(pid);
  const renewed: HandoffLock = {
    ...(holds ? lock : kept),
    ...given({ pid: identity?.pid, pid_started: identity?.started }),
    last_activity: renderIsoSeconds(platform.clock.now()),
    ...(wrote.length === 0 ? {} : { wrote: joinLedgers(lock.wrote ?? [], wrote) }),
  };
  await platform.files.writeAtomic(join(folder, LOCK_FILE), renderLock(renewed));
}

/** The same for a command that may run in a session or without one. */
export async function renewOwn(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes'>,
  folder: string,
  own: HandoffLock | undefined,
  wrote: Ledger = [],
): Promise<void> {
  if (own !== undefined) await renewLock(platform, folder, own, wrote);
}

/** As people and git show commits. */
export const shortCommit = (commit: string | undefined): string => commit?.slice(0, 7) ?? 'none';

export async function readCommit(platform: Pick<Platform, 'project'>): Promise<string | undefined> {
  const repo = await platform.project.findRepo();
  return repo?.head();
}

/** What this session writes under everything it says. */
export function toProvenance(lock: HandoffLock, head: string | undefined, nowMs: number): Provenance {
  const commit = shortCommit(head);
  return {
    agent: lock.agent,
    sessionId: lock.session_id ?? 'unknown',
    timestamp: renderIsoSeconds(nowMs),
    commitBefore: lock.base_commit ?? commit,
    commitAfter: commit,
  };
}

/** For commands that need no session of their own: they write while nobody else has one. Gives the caller's own. */
export async function assertMayWrite(
  platform: Pick<Platform, 'clock' | 'facts' | 'processes' | 'project'>,
  handoff: Handoff,
  request: SessionRequest,
): Promise<HandoffLock | undefined> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'free') return undefined;
  if (await isHolder(platform, state.lock, request)) return state.lock;
  throw state.kind === 'held' ? sessionHeld(platform, state) : recoveryNeeded(state.lock, state.why);
}
