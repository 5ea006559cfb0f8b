import { spawn, type ChildProcess } from 'node:child_process';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../kernel/errors/index.ts';
import type { DetachedCall, DetachedProgram, ProcessIdentity } from '../../kernel/ports/index.ts';
import { createProcessIdentities } from './process-identity.ts';

const identities = createProcessIdentities();

/** In a session of its own, with files for streams: it outlives this process and needs nothing from it. */
export async function startProgram(call: DetachedCall): Promise<DetachedProgram> {
  const files: FileHandle[] = [];
  try {
    const output = await open(call.outputPath, 'a');
    files.push(output);
    const input = call.inputPath === undefined ? undefined : await open(call.inputPath, 'r');
    if (input !== undefined) files.push(input);
    const child = spawn(call.command, call.args, {
      detached: true,
      windowsHide: true,
      cwd: call.cwd,
      env: { ...process.env, ...call.env },
      stdio: [input?.fd ?? 'ignore', output.fd, output.fd],
    });
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await waitForStart(child);
    child.unref();
    const pid = child.pid ?? 0;
    return { identity: (await identities.identify(pid)) ?? { pid, host: (await identities.self()).host }, ended };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new BatonError(
      'PROCESS_NOT_STARTED',
      `cannot start ${call.command}: ${reason}`,
      { command: call.command, reason },
      cause,
    );
  } finally {
    for (const file of files) await file.close();
  }
}

function waitForStart(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

const GRACE_MS = 2_000;
const POLL_MS = 50;

export async function stopProgram(identity: ProcessIdentity): Promise<void> {
  if ((await identities.isAlive(identity)) !== true) return;
  signalGroup(identity.pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    if ((await identities.isAlive(identity)) !== true) return;
  }
  signalGroup(identity.pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (cause) {
    // It has just ended, or runs as somebody else now.
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
  }
}
