import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramCall } from '../../kernel/ports/index.ts';

const DEFAULT_BYTES = 1024 * 1024;
/** How long pipes may stay open after the program ended: only programs it left behind hold them then. */
const LEFT_BEHIND_MS = 100;
/** A program left behind may write for ever; what the ended one wrote is read in far fewer turns than this. */
const MAX_LAST_TURNS = 64;

/** Reads both output streams of a program to the end, and keeps the first part of each. */
export class ProgramOutput {
  readonly #child: ChildProcess;
  readonly #closed: Promise<true>;
  readonly #stdout: KeptOutput;
  readonly #stderr: KeptOutput;
  #reads = 0;
  /** Settles when the listener is done with every piece so far. */
  #settled: Promise<unknown> = Promise.resolve();
  #listenerFailure: { readonly cause: unknown } | undefined;

  constructor(child: ChildProcess, group: ProcessGroup, call: Pick<ProgramCall, 'maxOutputBytes' | 'onOutput'>) {
    this.#child = child;
    this.#closed = new Promise((resolve) => child.once('close', () => resolve(true)));
    this.#stdout = new KeptOutput(call.maxOutputBytes ?? DEFAULT_BYTES);
    this.#stderr = new KeptOutput(call.maxOutputBytes ?? DEFAULT_BYTES);
    const fail = (cause: unknown): void => {
      this.#listenerFailure ??= { cause };
      group.signal('SIGKILL');
    };
    const take = (kept: KeptOutput, name: 'stdout' | 'stderr', piece: Buffer): void => {
      this.#reads += 1;
      kept.add(piece);
      try {
        const busy = call.onOutput?.(piece, name);
        // Not merely "something": a listener of one expression returns whatever that has.
        if (busy instanceof Promise) this.#waitFor(busy.catch(fail), child[name]);
      } catch (cause) {
        fail(cause);
      }
    };
    child.stdout?.on('data', (piece: Buffer) => take(this.#stdout, 'stdout', piece));
    child.stderr?.on('data', (piece: Buffer) => take(this.#stderr, 'stderr', piece));
  }

  /** A listener slower than the program holds the program back instead of filling memory. */
  #waitFor(busy: Promise<void>, stream: Readable | null): void {
    stream?.pause();
    this.#settled = Promise.all([this.#settled, this.#resumeAfter(busy, stream)]);
  }

  async #resumeAfter(busy: Promise<void>, stream: Readable | null): Promise<void> {
    await busy;
    stream?.resume();
  }

  /** To be called once the program has ended. */
  async finish(): Promise<{ stdout: Buffer; stderr: Buffer; truncated: boolean }> {
    if ((await within(this.#closed, LEFT_BEHIND_MS)) === undefined) await this.#readWhatIsThere();
    await this.#settled;
    // Nothing of a program that could not be ended may keep this process from ending.
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#child.unref();
    if (this.#listenerFailure !== undefined) throw this.#listenerFailure.cause;
    return {
      stdout: this.#stdout.bytes(),
      stderr: this.#stderr.bytes(),
      truncated: this.#stdout.truncated || this.#stderr.truncated,
    };
  }

  async #readWhatIsThere(): Promise<void> {
    for (let turn = 0, before = -1; turn < MAX_LAST_TURNS && before !== this.#reads; turn += 1) {
      before = this.#reads;
      await this.#settled;
      await sleep(1);
    }
  }
}

const FIRST_BYTES = 16 * 1024;

/** The first `maxBytes` of a stream in one growing buffer: memory stays bounded however small the pieces come. */
class KeptOutput {
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  add(piece: Uint8Array): void {
    const kept = Math.min(piece.length, this.#maxBytes - this.#size);
    if (kept < piece.length) this.#truncated = true;
    if (kept === 0) return;
    this.#makeRoom(this.#size + kept);
    this.#buffer.set(kept === piece.length ? piece : piece.subarray(0, kept), this.#size);
    this.#size += kept;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(
      Math.min(this.#maxBytes, Math.max(needed, this.#buffer.length * 2, FIRST_BYTES)),
    );
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}

/** setTimeout fires at once beyond this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The value of the event, or undefined at the limit. */
export async function within<T>(event: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // Timers come before events in a turn of the loop: a process that was too busy to look must look once more
    // before it calls late what happened long ago.
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), Math.min(limitMs, MAX_TIMER_MS));
  });
  try {
    return await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}

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
