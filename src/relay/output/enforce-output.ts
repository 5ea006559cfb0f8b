import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { distinctName } from '../../kernel/ids.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { decideStop, MAX_REFUSALS, type TaskType } from '../../protocols/output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { readOutput } from './read-output.ts';
import { wrapOutput, type WrappedOutput } from './wrap-output.ts';

export interface EnforceRequest {
  readonly agentId: string;
  readonly sessionId?: string | undefined;
  /** The last thing the agent said. */
  readonly message: string;
  readonly type?: TaskType | undefined;
}

export type Enforcement =
  | { readonly kind: 'allow' }
  | { readonly kind: 'refuse'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'wrapped'; readonly reason: string; readonly output: WrappedOutput };

/** At an agent's stop: lets a good answer pass, refuses a bad one at most twice, then wraps it. */
export async function enforceOutput(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  request: EnforceRequest,
): Promise<Enforcement> {
  const bytes = Buffer.from(request.message, 'utf8');
  const { issues } = await readOutput(platform, { bytes, type: request.type });
  if (decideStop(issues, 0).kind === 'allow') return { kind: 'allow' };
  const decision = decideStop(issues, (await takeRefusal(platform, request)) - 1);
  if (decision.kind !== 'wrap') return decision;
  const { agentId, type } = request;
  const output = await wrapOutput(platform, { pieces: inOnePiece(bytes), agentId, type });
  return { kind: 'wrapped', reason: decision.reason, output };
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
  { files, clock, project: { dataDir } }: Pick<Platform, 'clock' | 'files' | 'project'>,
  { agentId, sessionId = '' }: EnforceRequest,
): Promise<number> {
  const folder = join(dataDir, 'output', 'refusals');
  const name = distinctName(sessionId === '' ? agentId : `${sessionId} ${agentId}`);
  const content = `${JSON.stringify({ agent: agentId, at: renderIsoTime(clock.now()) })}\n`;
  for (let attempt = 1; attempt <= MAX_REFUSALS; attempt += 1) {
    try {
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
