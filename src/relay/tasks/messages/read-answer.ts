import { basename } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { safeName } from '../../../kernel/ids.ts';
import type { ArtifactWrite, Platform } from '../../../kernel/ports/index.ts';
import type { CompletionOutcome } from '../../../kernel/tasks.ts';
import { NO_DETAILS, toCompletion } from '../../../protocols/output/index.ts';
import { resolveDetails, readOutput } from '../../output/index.ts';

/** An agent's answer in AOP as a report. */
export interface Answer {
  readonly outcome: CompletionOutcome;
  readonly notes?: string;
  readonly blockers?: readonly string[];
  /** The answer itself, and the details file it names, kept with the task. */
  readonly artifacts: readonly ArtifactWrite[];
}

const MAX_DETAILS_BYTES = 8 * 1024 * 1024;

export async function readAnswer(
  platform: Pick<Platform, 'files' | 'project' | 'remark'>,
  taskId: string,
  bytes: Uint8Array,
): Promise<Answer> {
  const reading = await readOutput(platform, { bytes });
  const { outcome, summary, blockers } = toCompletion(reading);
  const details = await keepDetails(platform, taskId, reading.detailsFile);
  return {
    outcome,
    ...(summary === '' ? {} : { notes: summary }),
    ...(blockers.length === 0 || summary === '' ? {} : { blockers }),
    artifacts: [
      { taskId, path: 'outputs/answer.md', content: new TextDecoder().decode(bytes) },
      ...(details === undefined ? [] : [details]),
    ],
  };
}

/** Caches are cleared: what a report names stays with its task. What cannot be kept is said, and stops nothing. */
async function keepDetails(
  platform: Pick<Platform, 'files' | 'project' | 'remark'>,
  taskId: string,
  detailsFile: string | undefined,
): Promise<ArtifactWrite | undefined> {
  if (detailsFile === undefined || detailsFile === NO_DETAILS) return undefined;
  try {
    const path = await resolveDetails(platform, detailsFile);
    const content = await platform.files.readText(path, { maxBytes: MAX_DETAILS_BYTES });
    return { taskId, path: `outputs/details/${safeName(basename(path))}`, content };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    platform.remark(`the details file is not kept: ${error.message}`);
    return undefined;
  }
}
