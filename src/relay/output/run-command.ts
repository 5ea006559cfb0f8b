import { basename } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { ProgramResult, Platform } from '../../kernel/ports/index.ts';
import type { OutputEnding } from '../../protocols/output/index.ts';
import { Wrapping, type WrappedOutput, type WrapRequest } from './wrap-output.ts';

/** A command to run, and how its output is wrapped. */
export interface RunRequest extends Omit<WrapRequest, 'pieces' | 'dryRun'> {
  readonly command: readonly [string, ...string[]];
  readonly timeoutMs: number;
}

/** What became of a command whose output was wrapped. */
export interface RunOutput extends WrappedOutput {
  /** What a shell would report: the command's own code, 124 at the time limit, 127 if it is not there, 128 + signal. */
  readonly exitCode: number;
}

/** Runs a command whose parent gets a block instead of its output; all of that goes to the details. */
export async function runCommand(
  platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'project' | 'scanner'>,
  request: RunRequest,
): Promise<RunOutput> {
  const [command, ...args] = request.command;
  const task = request.task ?? `Run ${[basename(command), ...args].join(' ')}`;
  const wrapping = await Wrapping.begin(platform, { ...request, task }, request.agentId ?? basename(command));
  const ending = await runToItsEnd(platform, request, wrapping);
  const facts = {
    command: [...request.command],
    exit_code: ending.exitCode,
    signal: ending.signal,
    timed_out: ending.timedOutAfterMs !== undefined,
  };
  const wrapped = await wrapping.finish(ending, facts);
  return { ...wrapped, exitCode: shellCode(ending) };
}

async function runToItsEnd(
  platform: Pick<Platform, 'processes' | 'project'>,
  request: RunRequest,
  wrapping: Wrapping,
): Promise<OutputEnding> {
  const [command, ...args] = request.command;
  // Two streams come in at once; their pieces are written one after the other.
  let written: Promise<void> = Promise.resolve();
  const take = (piece: Uint8Array): Promise<void> => (written = written.then(() => wrapping.take(piece)));
  try {
    const result = await platform.processes.run({
      command,
      args,
      cwd: platform.project.folder,
      timeoutMs: request.timeoutMs,
      maxOutputBytes: 0,
      onOutput: take,
    });
    return endingOf(result, request.timeoutMs);
  } catch (error) {
    if (!isBatonError(error, 'PROCESS_NOT_STARTED')) throw error;
    return { exitCode: null, signal: null, notStarted: error.message };
  }
}

const endingOf = ({ code, signal, timedOut }: ProgramResult, timeoutMs: number): OutputEnding => ({
  exitCode: timedOut ? null : code,
  signal,
  ...(timedOut ? { timedOutAfterMs: timeoutMs } : {}),
});

const TIMED_OUT = 124;
const NOT_FOUND = 127;
const BY_SIGNAL = 128;
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

function shellCode({ exitCode, signal, timedOutAfterMs, notStarted }: OutputEnding): number {
  if (notStarted !== undefined) return NOT_FOUND;
  if (timedOutAfterMs !== undefined) return TIMED_OUT;
  return exitCode ?? BY_SIGNAL + (SIGNALS[signal ?? ''] ?? 0);
}
