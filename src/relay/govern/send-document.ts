import { join } from 'node:path';
import { sha256Hex } from '../../kernel/hash.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Platform, ProgramResult } from '../../kernel/ports/index.ts';
import { isResponseDocument, isUnreadable, parseDocument } from '../../protocols/governance/index.ts';
import { recordGovernedResponse } from './respond.ts';
import type { AcceptedHandoff, GovernPlatform, SendOutcome } from './case-file.ts';
import { sendGovernedHandoff, type SendRequest } from './send.ts';

export interface SendDocumentRequest extends SendRequest {
  /** Shell command that runs the target. */
  readonly command?: string;
  readonly timeoutMs?: number;
}

type RunningPlatform = GovernPlatform & Pick<Platform, 'processes'>;

const DEFAULT_TIMEOUT_MS = 10 * 60_000;
const SHOWN_BYTES = 64 * 1024;

/** A handoff or a response, told apart by what it holds; the target of a handoff is a program. */
export async function sendGovernedDocument(
  platform: RunningPlatform,
  request: SendDocumentRequest,
): Promise<SendOutcome> {
  const document = request.bytes === undefined ? undefined : findGovernedDocument(request.bytes, request.limits);
  if (document !== undefined && isResponseDocument(document))
    return await recordGovernedResponse(platform, { ...request, document });
  // What could be read is not read again; what could not is recorded by its bytes.
  const { bytes: _, ...rest } = request;
  const sent = document === undefined ? request : { ...rest, document };
  const { command } = request;
  if (command === undefined) return await sendGovernedHandoff(platform, sent);
  let answer: Uint8Array | undefined;
  const outcome = await sendGovernedHandoff(platform, sent, async (accepted) => {
    const result = await runTarget(platform, accepted, command, request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    answer = result.stdout;
    return describeRun(result);
  });
  return answer === undefined ? outcome : await takeAnswer(platform, request, outcome, answer);
}

/** Undefined for bytes that are no document. */
export function findGovernedDocument(bytes: Uint8Array, limits?: SendRequest['limits']): JsonObject | undefined {
  try {
    return parseDocument(bytes, limits);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

async function runTarget(
  platform: RunningPlatform,
  accepted: AcceptedHandoff,
  command: string,
  timeoutMs: number,
): Promise<ProgramResult> {
  const { handoff, prompt, promptHash, auditRef } = accepted;
  // A copy of what was verified: the registry's own file may be changed while the target runs.
  const copy = join(platform.project.dataDir, 'governance', 'verified', `${promptHash}.md`);
  await platform.files.createFolder(join(copy, '..'));
  await platform.files.writeAtomic(copy, prompt);
  return await platform.processes.run({
    command,
    args: [],
    shell: true,
    cwd: platform.project.folder,
    input: `${JSON.stringify(handoff)}\n`,
    timeoutMs,
    env: {
      BATON_HANDOFF_ID: handoff.handoff_id,
      BATON_TARGET_AGENT: handoff.target_agent.agent_id,
      BATON_PROMPT_FILE: copy,
      BATON_AUDIT_REF: auditRef,
      BATON_TRACE_ID: handoff.trace_id,
    },
  });
}

const describeRun = ({ code, signal, stdout, timedOut, durationMs }: ProgramResult): JsonObject => ({
  exit_code: code,
  signal,
  timed_out: timedOut,
  duration_ms: Math.round(durationMs),
  output: { sha256: sha256Hex(stdout), size_bytes: stdout.length },
});

/** A target that prints a governed response has answered; anything else it prints is its own business. */
async function takeAnswer(
  platform: RunningPlatform,
  request: SendDocumentRequest,
  outcome: SendOutcome,
  answer: Uint8Array,
): Promise<SendOutcome> {
  if (outcome.execution === undefined) return outcome;
  // For the caller alone: the log keeps the hash of what was printed, since nobody has scanned it.
  const execution = { ...outcome.execution, stdout: Buffer.from(answer).toString('utf8', 0, SHOWN_BYTES) };
  const document = findGovernedDocument(answer);
  if (document === undefined || !isResponseDocument(document)) return { ...outcome, execution };
  const { accepted, code, audit_ref, errors } = await recordGovernedResponse(platform, { ...request, document });
  const response = { accepted, code, audit_ref, errors: errors.map(({ message, path }) => ({ message, path })) };
  return { ...outcome, execution: { ...execution, response } };
}
