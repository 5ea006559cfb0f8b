import { join } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { distinctName } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { firstSentence } from '../../kernel/text.ts';
import { renderIsoSeconds, renderIsoTime } from '../../kernel/time.ts';
import {
  createRecord,
  decideStop,
  detailsName,
  isShortAnswer,
  MAX_REFUSALS,
  renderRecord,
  renderRequestForBullets,
  renderTask,
  type StoredAnswer,
  type TaskType,
} from '../../protocols/output/index.ts';
import { hideDataDir } from '../settings/index.ts';
import { cacheFolder, resolveDetails, showPath } from './details-place.ts';
import { readOutput } from './read-output.ts';
import { wrapOutput, type WrappedOutput } from './wrap-output.ts';

/** The answer with which an agent wants to stop, and who it is. */
export interface EnforceRequest {
  readonly agentId: string;
  readonly sessionId?: string | undefined;
  /** What kind of agent it is, as the host names it. */
  readonly agentType?: string | undefined;
  /** When it began, if anybody saw it. */
  readonly startMs?: number | undefined;
  /** The last thing the agent said. */
  readonly message: string;
  readonly type?: TaskType | undefined;
}

/** What follows for an agent that wants to stop: it may, it has to say it shorter, or its answer was wrapped for it. */
export type Enforcement =
  | { readonly kind: 'allow' }
  | { readonly kind: 'refuse'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'wrapped'; readonly reason: string; readonly output: WrappedOutput };

/**
 * At an agent's stop: lets a good or a short answer pass, stores a long one and asks for the summary of it, and wraps
 * what comes after the last refusal.
 */
export async function enforceOutput(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  request: EnforceRequest,
): Promise<Enforcement> {
  const { agentId, type, message } = request;
  const bytes = Buffer.from(message, 'utf8');
  const { issues } = await readOutput(platform, { bytes, type });
  if (decideStop(issues, 0).kind === 'allow') return { kind: 'allow' };
  if (isShortAnswer(message, type)) {
    await tryToStore(platform, request, 'unknown');
    return { kind: 'allow' };
  }
  const maxRefusals = platform.project.settings.values['output.refusals'];
  const decision = decideStop(issues, (await takeRefusal(platform, request)) - 1, maxRefusals);
  if (decision.kind === 'refuse') {
    const stored = await tryToStore(platform, request, 'refused');
    return stored === undefined ? decision : { ...decision, reason: renderRequestForBullets(stored, issues) };
  }
  if (decision.kind !== 'wrap') return decision;
  const output = await wrapOutput(platform, { pieces: inOnePiece(bytes), agentId, type });
  return { kind: 'wrapped', reason: decision.reason, output };
}

/** Undefined if nothing can be written: the agent is then asked for the whole block. */
async function tryToStore(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  { agentId, agentType = 'subagent', startMs, message, type }: EnforceRequest,
  status: 'unknown' | 'refused',
): Promise<StoredAnswer | undefined> {
  const endMs = platform.clock.now();
  try {
    const task = `${agentType}: ${firstSentence(message)}`;
    return await storeAnswer(platform, { agentId, task, startMs: startMs ?? endMs, endMs, message, type, status });
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

// eslint-disable-next-line typescript/require-await -- wrapping takes a stream
async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * The number of this refusal, from 1. Each is a file of its own that must be new, so that two stops at once cannot
 * both be the first, and an agent is never refused a third time. If nothing can be written, nothing is refused.
 */
async function takeRefusal(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  { agentId, sessionId = '' }: EnforceRequest,
): Promise<number> {
  const {
    files,
    clock,
    project: { dataDir },
  } = platform;
  const folder = join(dataDir, 'output', 'refusals');
  const name = distinctName(sessionId === '' ? agentId : `${sessionId} ${agentId}`);
  const content = `${JSON.stringify({ agent: agentId, at: renderIsoTime(clock.now()) })}\n`;
  for (let attempt = 1; attempt <= MAX_REFUSALS; attempt += 1) {
    try {
      await hideDataDir(platform);
      await files.createFolder(folder);
      await files.writeAtomic(join(folder, `${name}.${attempt}.json`), content, { exclusive: true });
      return attempt;
    } catch (error) {
      if (!isBatonError(error)) throw error;
      if (error.code !== 'FILE_EXISTS') break;
    }
  }
  return MAX_REFUSALS + 1;
}

interface StoreAnswerRequest {
  readonly agentId: string;
  readonly task: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly message: string;
  readonly type: TaskType | undefined;
  /** `unknown`: a short answer that passed without a block. */
  readonly status: 'unknown' | 'refused';
}

const MAX_NAMES = 10_000;

/** A subagent's whole answer as a details file, so that one without a tool to write files can still name it. */
async function storeAnswer(
  platform: Pick<Platform, 'files' | 'project'>,
  request: StoreAnswerRequest,
): Promise<StoredAnswer> {
  const start = renderIsoSeconds(request.startMs);
  const task = renderTask(request.task);
  const record = createRecord({
    agent_id: request.agentId,
    task,
    timestamp: start,
    duration_ms: Math.max(0, request.endMs - request.startMs),
    results: { answer: request.message, status: request.status },
    metadata: { type: request.type ?? null },
  });
  const path = await writeNew(platform, detailsName(request.agentId, request.endMs), renderRecord(record));
  return {
    detailsFile: showPath(platform, path),
    task,
    start,
    end: renderIsoSeconds(request.endMs),
    type: request.type,
  };
}

async function writeNew(platform: Pick<Platform, 'files' | 'project'>, name: string, text: string): Promise<string> {
  await hideDataDir(platform);
  const folder = await resolveDetails(platform, cacheFolder(platform));
  await platform.files.createFolder(folder);
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const path = join(folder, `${number === 1 ? name : `${name}-${number}`}.json`);
    try {
      await platform.files.writeAtomic(path, text, { exclusive: true });
      return path;
    } catch (error) {
      if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    }
  }
  throw new BatonError('FILE_EXISTS', `${MAX_NAMES} details files named ${name} are already there`, { path: folder });
}
