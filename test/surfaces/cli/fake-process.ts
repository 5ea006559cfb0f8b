import { PassThrough } from 'node:stream';
import type { RunResult } from '../../support/run-baton.ts';

/** Nobody reads before the end, so all of the output must fit. */
const ROOM = 64 * 1024 * 1024;

/** What the frame touches of a process, without being one: no terminal, standard input empty unless given. */
export class FakeProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: PassThrough;
  readonly stdout = new PassThrough({ highWaterMark: ROOM });
  readonly stderr = new PassThrough({ highWaterMark: ROOM });
  exitCode: number | undefined;

  readonly #folder: string;

  constructor(line: readonly string[], env: Readonly<Record<string, string>>, folder: string, input = '') {
    this.stdin = new PassThrough().end(input);
    this.#folder = folder;
    this.argv = ['node', 'baton', ...line];
    this.env = { PATH: process.env['PATH'] ?? '', HOME: folder, BATON_CACHE_DIR: folder, ...env };
  }

  cwd(): string {
    return this.#folder;
  }

  exit(code: number): never {
    throw new Error(`left with ${code}`);
  }

  asNode(): NodeJS.Process {
    return this as unknown as NodeJS.Process;
  }

  result(): RunResult {
    return { code: this.exitCode ?? null, stdout: textOf(this.stdout), stderr: textOf(this.stderr) };
  }
}

const textOf = (stream: PassThrough): string => {
  const piece: unknown = stream.read();
  return Buffer.isBuffer(piece) ? piece.toString('utf8') : '';
};
