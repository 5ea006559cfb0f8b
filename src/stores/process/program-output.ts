import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramCall } from '../../kernel/ports/index.ts';
import { KeptOutput } from './kept-output.ts';
import type { ProcessGroup } from './process-group.ts';
import { within } from './within.ts';

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
