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
