import { join } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import {
  createRecord,
  detailsName,
  renderRecord,
  renderTask,
  type StoredAnswer,
  type TaskType,
} from '../../protocols/output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { hideDataDir } from '../settings/index.ts';
import { cacheFolder, resolveDetails, showPath } from './details-place.ts';

export interface StoreAnswerRequest {
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
export async function storeAnswer(
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
