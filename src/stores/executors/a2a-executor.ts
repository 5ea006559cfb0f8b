import { given } from '../../kernel/given.ts';
import { join } from 'node:path';
import type { Task } from '@a2a-js/sdk';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type {
  Clock,
  Executor,
  Files,
  SessionRef,
  SessionState,
  SpawnCall,
  SpawnOutcome,
  StopState,
} from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { judgeRemote, openRemoteAgent, textOf, type RemoteAgent } from './remote-agent.ts';
import { takeResult } from './take-result.ts';

export interface A2aExecutorDeps {
  readonly files: Files;
  readonly clock: Clock;
  /** Where tokens are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute; fails with CONFIG_INVALID if the configuration is broken. */
  dataDir(): string;
}

const POLL_MS = 1_000;
/** In the folder of a task: the corresponding task of the remote agent. */
const NOTE = 'work/a2a.json';

/** Hands a task to a remote agent by its card, follows it there, and takes its result and artifacts over. */
export function createA2aExecutor(deps: A2aExecutorDeps): Executor {
  const seen = new Map<string, { readonly atMs: number; readonly state: SessionState }>();
  return {
    start: async (call) => await start(deps, call),
    async look(session) {
      const { sessionId = '' } = session;
      const last = seen.get(sessionId);
      const now = deps.clock.now();
      if (last !== undefined && now - last.atMs < pollMs(session.settings)) return last.state;
      const state = await look(deps, session);
      if (state.kind === 'alive') seen.set(sessionId, { atMs: now, state });
      else seen.delete(sessionId);
      return state;
    },
    stop: async (session) => await stop(deps, session),
  };
}

async function start(deps: A2aExecutorDeps, call: SpawnCall): Promise<SpawnOutcome> {
  const opened = await open(deps, call.settings);
  if ('failed' in opened) return { kind: 'failed', permanent: opened.permanent, reason: opened.failed };
  try {
    const earlier = await findWaiting(deps.files, call, opened.agent);
    const skill = settingOf(call.settings, 'skill');
    const task = await opened.agent.send({
      messageId: call.runId,
      ...given({ contextId: call.traceId, taskId: earlier }),
      text: earlier === undefined ? (call.text ?? call.brief) : answerOf(call),
      files: await readHandoff(deps.files, call.folder),
      ...given({ skill }),
    });
    await noteTask(deps.files, call.folder, task.id);
    return { kind: 'started', sessionId: renderSession({ remoteId: task.id, taskId: call.taskId, runId: call.runId }) };
  } catch (error) {
    return {
      kind: 'failed',
      permanent: isRefusal(error),
      reason: `the remote agent refused it: ${textOf(error)}`,
    };
  }
}

const LOG_LINE = /^- \S+ [^:\n]+: (.*)$/;

/** The remote agent asked something: what was last said about the task is the answer. */
function answerOf({ text = '', brief }: SpawnCall): string {
  const log = /(?:^|\n)## Work Log\s*\n([\s\S]*)$/.exec(text)?.[1] ?? '';
  const last = log.trim().split('\n').at(-1) ?? '';
  return LOG_LINE.exec(last)?.[1] ?? (text === '' ? brief : text);
}

type Opened = { readonly agent: RemoteAgent } | { readonly failed: string; readonly permanent: boolean };

async function open({ environment }: A2aExecutorDeps, settings: SpawnCall['settings']): Promise<Opened> {
  const card = settingOf(settings, 'card');
  if (card === undefined) return { failed: 'the agent has no setting card: where its A2A card is', permanent: true };
  const tokenEnv = settingOf(settings, 'tokenEnv');
  const token = tokenEnv === undefined ? undefined : environment[tokenEnv];
  if (tokenEnv !== undefined && (token === undefined || token === ''))
    return { failed: `the token of the remote agent is not set: ${tokenEnv}`, permanent: true };
  try {
    return { agent: await openRemoteAgent({ card, ...given({ token }) }) };
  } catch (error) {
    return { failed: `${card}: ${textOf(error)}`, permanent: isBatonError(error, 'INPUT_INVALID') };
  }
}

async function look(deps: A2aExecutorDeps, session: SessionRef): Promise<SessionState> {
  const place = parseSession(session.sessionId ?? '');
  const opened = await open(deps, session.settings);
  if (place === undefined || 'failed' in opened) return { kind: 'unknown' };
  let task: Task;
  try {
    task = await opened.agent.get(place.remoteId);
  } catch (error) {
    // One that cannot be reached may still be at work; one that never heard of it is not.
    return isUnknownTask(error) ? ended(deps, 'the remote agent no longer knows the task') : { kind: 'unknown' };
  }
  const outcome = await judgeRemote(task);
  if (outcome.kind === 'running') return { kind: 'alive' };
  if (outcome.kind === 'reported') await takeResult(deps, { ...place, dataDir: deps.dataDir() }, task, outcome);
  return ended(deps, outcome.how);
}

const ended = ({ clock }: A2aExecutorDeps, how: string): SessionState => ({
  kind: 'ended',
  exit: { at: renderIsoTime(clock.now()), code: null, signal: null, how },
});

/** It is asked to end; whether it has, the next look shows. */
async function stop(deps: A2aExecutorDeps, session: SessionRef): Promise<StopState> {
  const place = parseSession(session.sessionId ?? '');
  if (place === undefined) return { kind: 'unknown' };
  const opened = await open(deps, session.settings);
  if ('failed' in opened) return { kind: 'unreached', reason: opened.failed };
  try {
    await opened.agent.cancel(place.remoteId);
  } catch (error) {
    if (!isOver(error)) return { kind: 'unreached', reason: textOf(error) };
  }
  return { kind: 'unknown' };
}

/** The remote task of an earlier run, if it waits for an answer. */
async function findWaiting(files: Files, { folder }: SpawnCall, agent: RemoteAgent): Promise<string | undefined> {
  const text = await files.findText(join(folder, NOTE), { maxBytes: 4_096 });
  const note = text === undefined ? undefined : parseJson(text);
  const id = isJsonObject(note) ? note['taskId'] : undefined;
  if (typeof id !== 'string') return undefined;
  const task = await agent.get(id).catch(() => undefined);
  const outcome = task === undefined ? undefined : await judgeRemote(task);
  return outcome?.kind === 'reported' && outcome.outcome === 'blocked' ? id : undefined;
}

async function noteTask(files: Files, folder: string, taskId: string): Promise<void> {
  await files.createFolder(join(folder, 'work'));
  await files.writeAtomic(join(folder, NOTE), `${JSON.stringify({ taskId })}\n`);
}

async function readHandoff(files: Files, folder: string): Promise<{ name: string; text: string }[]> {
  const text = await files.findText(join(folder, 'inputs', 'handoff.md'), { maxBytes: 1024 * 1024 });
  return text === undefined ? [] : [{ name: 'handoff.md', text }];
}

interface RemotePlace {
  readonly remoteId: string;
  readonly taskId: string;
  readonly runId: string;
}

const renderSession = ({ remoteId, taskId, runId }: RemotePlace): string => `${remoteId}@${taskId}/${runId}`;

function parseSession(text: string): RemotePlace | undefined {
  const [, remoteId, taskId, runId] = /^(.+)@(TASK-[\d-]+)\/([^/@]+)$/s.exec(text) ?? [];
  if (remoteId === undefined || taskId === undefined || runId === undefined) return undefined;
  return { remoteId, taskId, runId };
}

function settingOf(settings: SpawnCall['settings'], key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const pollMs = (settings: SpawnCall['settings']): number =>
  typeof settings['pollSeconds'] === 'number' ? Math.max(0.05, settings['pollSeconds']) * 1_000 : POLL_MS;

/** The SDK tells its errors by their names. */
const nameOf = (error: unknown): string => (error instanceof Error ? `${error.name} ${error.constructor.name}` : '');
const isUnknownTask = (error: unknown): boolean => /TaskNotFound/.test(nameOf(error));
/** One that has ended by itself, or is gone, cannot be cancelled any more. */
const isOver = (error: unknown): boolean => /TaskNotFound|TaskNotCancelable/.test(nameOf(error));
const isRefusal = (error: unknown): boolean =>
  /RequestMalformed|ContentTypeNotSupported|VersionNotSupported|UnsupportedOperation/.test(nameOf(error));
