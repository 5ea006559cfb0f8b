import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const hasGroups = process.platform !== 'win32';

/**
 * A started program and everything it started in turn, as far as that stayed in its process group.
 * Windows knows no such groups: there only the program itself can be reached.
 */
export class ProcessGroup {
  readonly #child: ChildProcess;
  #gone = false;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** False once nobody is left; from then on its number may belong to strangers and is never signalled again. */
  signal(name: NodeJS.Signals | 0): boolean {
    if (this.#gone) return false;
    this.#gone = !this.#deliver(name);
    return !this.#gone;
  }

  async waitUntilEmpty(limitMs: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < limitMs && this.signal(0); waitedMs += POLL_MS) await sleep(POLL_MS);
  }

  #deliver(name: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    if (!hasGroups) return this.#child.kill(name);
    try {
      return process.kill(-pid, name);
    } catch (cause) {
      // EPERM: a member runs as somebody else now (sudo), and the group is still there.
      return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
    }
  }
}

/** Spawn options that put a program into a group of its own. Without a terminal, it cannot ask anybody either. */
export const ownGroup = { detached: hasGroups, windowsHide: true } as const;

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const live = new Set<ProcessGroup>();

/**
 * A program in a group of its own does not get the terminal's Ctrl-C, and would outlive Baton: so whatever ends
 * Baton ends it first. Returns what to call once the program has ended.
 */
export function followOurEnd(group: ProcessGroup): () => void {
  if (live.size === 0) listen();
  live.add(group);
  return () => {
    if (live.delete(group) && live.size === 0) unlisten();
  };
}

function listen(): void {
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  process.on('exit', endAll);
}

function unlisten(): void {
  for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
  process.off('exit', endAll);
}

function onSignal(signal: NodeJS.Signals): void {
  // Somebody else listens too, such as a daemon that closes in order: it decides what becomes of its programs.
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unlisten();
  // Our listener kept the signal from ending this process; now it may.
  process.kill(process.pid, signal);
}

/** SIGTERM whatever came to us: shells make the jobs they start in the background deaf to SIGINT. */
function endAll(): void {
  for (const group of live) group.signal('SIGTERM');
}
