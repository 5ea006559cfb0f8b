import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { BatonError } from '../../kernel/errors/index.ts';
import type { ProgramCall, ProgramResult } from '../../kernel/ports/index.ts';
import { monotonicMs } from '../system/index.ts';
import { followOurEnd, ownGroup, ProcessGroup, ProgramOutput, within } from './program-output.ts';

/** Between the polite signal and the one that cannot be ignored. */
const GRACE_MS = 500;
/** A process stuck in the kernel outlives even SIGKILL; nobody waits for it longer than this. */
const KILLED_MS = 2_000;

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs a program to its end, or to its limit. What a program leaves running is not waited for. */
export async function runProgram(call: ProgramCall): Promise<ProgramResult> {
  const startedMs = monotonicMs();
  const child = start(call);
  const group = new ProcessGroup(child);
  const output = new ProgramOutput(child, group, call);
  const exited = waitForExit(child);
  await waitForStart(child, call);
  const forget = followOurEnd(group);
  const over = new AbortController();
  try {
    feed(child, call.input);
    const ending = await within(Promise.race([exited, aborted(call.signal, over.signal)]), call.timeoutMs);
    const { code, signal } = ending ?? (await kill(group, exited));
    const kept = await output.finish();
    return { code, signal, ...kept, timedOut: ending === undefined, durationMs: monotonicMs() - startedMs };
  } finally {
    forget();
    over.abort();
  }
}

/** Undefined when somebody says stop; never without a signal. One signal may end many programs: each stops listening. */
function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve(undefined);
    signal?.addEventListener('abort', () => resolve(undefined), { once: true, signal: over });
  });
}

function start(call: ProgramCall): ChildProcess {
  if (call.shell === true && call.args.length > 0) {
    throw new BatonError('INPUT_INVALID', 'a shell command takes no separate arguments', { args: call.args });
  }
  try {
    return spawn(call.command, call.args, {
      ...ownGroup,
      shell: call.shell ?? false,
      cwd: call.cwd,
      env: { ...process.env, ...call.env },
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw notStarted(call, cause);
  }
}

function waitForStart(child: ChildProcess, call: ProgramCall): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(notStarted(call, cause)));
  });
}

function waitForExit(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function notStarted(call: ProgramCall, cause: unknown): BatonError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  // The system reports a missing working folder in the same words as a missing program.
  if (call.cwd !== undefined && !isFolder(call.cwd)) {
    const details = { command: call.command, cwd: call.cwd, reason: 'NO_FOLDER', hint: 'check the folder' };
    return new BatonError('PROCESS_NOT_STARTED', `cannot start ${call.command}: no folder ${call.cwd}`, details, cause);
  }
  const said = reason === 'ENOENT' ? 'no such program' : reason;
  const details = { command: call.command, reason };
  return new BatonError('PROCESS_NOT_STARTED', `cannot start ${call.command}: ${said}`, details, cause);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function feed(child: ChildProcess, input: string | Uint8Array | undefined): void {
  // A program may end, or close its input, before it has read everything: its exit code tells how that went.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
}

async function kill(group: ProcessGroup, exited: Promise<Ending>): Promise<Ending> {
  group.signal('SIGTERM');
  await group.waitUntilEmpty(GRACE_MS);
  group.signal('SIGKILL');
  return (await within(exited, KILLED_MS)) ?? { code: null, signal: 'SIGKILL' };
}
