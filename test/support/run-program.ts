import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A TypeScript program of the tests, run as a process of its own and spoken to in lines. */
export interface TestProgram {
  readonly pid: number;
  /** Every line it printed so far. */
  readonly lines: readonly string[];
  /** The next line that was not asked for yet; fails when the program ends without one. */
  nextLine(): Promise<string>;
  send(line: string): void;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** Waits for its end; fails if it did not end with exit code 0. */
  finished(): Promise<readonly string[]>;
}

export interface TestProgramOptions {
  /** Runs it as this user; only root may. */
  readonly uid?: number;
}

/** `program` is a path from the root of the repository. Its standard error goes to the test's. */
export function startProgram(program: string, args: readonly string[], options: TestProgramOptions = {}): TestProgram {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  return new RunningProgram(child, program);
}

class RunningProgram implements TestProgram {
  readonly lines: string[] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #program: string;
  readonly #reader: Interface;
  readonly #exit: Promise<unknown[]>;
  readonly #drained: Promise<unknown[]>;
  #asked = 0;

  constructor(child: ChildProcessByStdio<Writable, Readable, null>, program: string) {
    this.#child = child;
    this.#program = program;
    this.#exit = once(child, 'exit');
    this.#reader = createInterface(child.stdout);
    this.#reader.on('line', (line) => this.lines.push(line));
    this.#drained = once(this.#reader, 'close');
    // A program that was killed does not read what it is sent.
    child.stdin.on('error', () => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  async nextLine(): Promise<string> {
    const index = this.#asked++;
    while (this.lines.length <= index) {
      const ended = await Promise.race([once(this.#reader, 'line').then(() => false), this.#drained.then(() => true)]);
      if (ended && this.lines.length <= index) throw new Error(`${this.#program} ended before its line ${index + 1}`);
    }
    return this.lines[index] ?? '';
  }

  send(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await Promise.all([this.#exit, this.#drained]);
  }

  async finished(): Promise<readonly string[]> {
    const [[code, signal]] = await Promise.all([this.#exit, this.#drained]);
    if (code !== 0) throw new Error(`${this.#program} ended with ${String(code ?? signal)}`);
    return this.lines;
  }
}
