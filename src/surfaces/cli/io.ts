import { BatonError } from '../../kernel/errors/index.ts';
import type { Input, Output } from './streams.ts';
import { chooseStyle, type Style } from './style.ts';
import { print, redraw, type TerminalStream } from './terminal.ts';
import { columnsOf, fitLines } from './wrap.ts';

/** The process's streams as commands see them. Results go out through the frame; this is for input and remarks. */
export interface Io {
  /** Standard input whole, up to a limit. */
  readInput(maxBytes?: number): Promise<Buffer>;
  /** Standard input in pieces, for streams of any size. */
  readonly inputPieces: AsyncIterable<Uint8Array>;
  readonly isInputTerminal: boolean;
  readonly isOutputTerminal: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A remark on standard error; left out with --quiet. */
  remark(text: string): void;
  readonly remarks: Pick<Remarks, 'keepIn' | 'write'>;
  /** What is being done right now, on a terminal; the next remark replaces it. */
  working(text: string): void;
  /** The same while a piece of work runs. */
  during<Result>(text: string, work: Promise<Result>): Promise<Result>;
  /** Progress of long work on standard error. */
  progress(label: string, total?: number): Progress;
  /** Asks on a terminal; anything but a terminal answers no. */
  confirm(question: string): Promise<boolean>;
  /** A line typed on a terminal; undefined on anything else. */
  ask(question: string): Promise<string | undefined>;
  readonly errorStyle: Style;
}

const DEFAULT_INPUT_LIMIT = 256 * 1024 * 1024;

interface IoParts {
  readonly process: NodeJS.Process;
  readonly input: Input;
  readonly output: Output;
  readonly remarks: Remarks;
  readonly quiet: boolean;
}

export function createIo({ process, input, output, remarks, quiet }: IoParts): Io {
  const showLine = createStatusLine(process, quiet);
  const working = (text: string): void => showLine(`… ${text}`);
  return {
    readInput: (maxBytes = DEFAULT_INPUT_LIMIT) => readAll(input.pieces, maxBytes),
    // Node's stream: while it waits, what came before can be answered.
    get inputPieces() {
      return process.stdin;
    },
    get isInputTerminal() {
      return input.isTerminal;
    },
    get isOutputTerminal() {
      return output.isTTY === true;
    },
    get columns() {
      return output.columns ?? 80;
    },
    environment: process.env,
    remark: (text) => {
      showLine('');
      remarks.say(text);
    },
    remarks,
    working,
    during: (text, work) => {
      working(text);
      return work.finally(() => showLine(''));
    },
    progress: (label, total) => createProgress(process.stderr, { label, total, silent: quiet }),
    confirm: async (question) => /^y(es)?$/i.test((await askPerson(process, `${question} [y/N] `)) ?? ''),
    ask: (question) => askPerson(process, question),
    get errorStyle() {
      return chooseStyle(process.env, process.stderr.isTTY === true);
    },
  };
}

/** Loaded with the first question: most commands ask nothing. */
const askPerson = async (process: NodeJS.Process, question: string): Promise<string | undefined> =>
  (await import('./ask.ts')).ask(process, question);

/** Draws one line on a terminal's standard error, over the one before; an empty one clears it. */
function createStatusLine(process: NodeJS.Process, quiet: boolean): (line: string) => void {
  let isShown = false;
  return (line) => {
    if (quiet || (line === '' && !isShown)) return;
    const { stderr } = process;
    if (stderr.isTTY !== true) return;
    redraw(stderr, line.slice(0, (stderr.columns || 80) - 1));
    isShown = line !== '';
  };
}

async function readAll(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > maxBytes)
      throw new BatonError('INPUT_TOO_LARGE', `standard input is larger than ${maxBytes} bytes`, { maxBytes });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What is said beside the results: on standard error, or in the log of a command that keeps one. */
export interface Remarks {
  /** A remark for people; left out with --quiet. */
  say(text: string): void;
  /** A whole line on standard error, as it is. */
  write(line: string): void;
  /** From now on remarks, and the error that ends the command, become entries of a log. */
  keepIn(log: RemarkLog): void;
  /** The log that has taken over. */
  readonly log: RemarkLog | undefined;
}

interface RemarkStream extends TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

interface RemarkLog {
  remark(text: string): void;
  fail(error: { readonly code: string; readonly message: string; readonly hint: string }): void;
}

export function createRemarks(process: { readonly stderr: RemarkStream }, quiet: boolean): Remarks {
  let log: RemarkLog | undefined;
  const write = (line: string): void => {
    if (!quiet) print(process.stderr, `${line}\n`);
  };
  return {
    write,
    say: (text) => (log === undefined ? write(fitLines(text, columnsOf(process.stderr))) : log.remark(text)),
    keepIn: (taken) => void (log = taken),
    get log() {
      return log;
    },
  };
}

/** A bar with rate and time left on a terminal, a plain line every few seconds otherwise. */
interface Progress {
  /** `done` counts from 0 to the total. */
  update(done: number): void;
  /** Clears the bar; on a plain stream prints the last state. */
  end(): void;
}

interface ProgressOptions {
  readonly label: string;
  readonly total?: number | undefined;
  readonly silent?: boolean;
}

interface ProgressStream extends TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

export function createProgress(
  stream: ProgressStream,
  options: ProgressOptions,
  now: () => number = Date.now,
): Progress {
  if (options.silent === true) return { update: () => undefined, end: () => undefined };
  const onTerminal = stream.isTTY === true;
  const started = now();
  let shownAt = started;
  let done = 0;
  let shown = false;

  const show = (): void => {
    const line = describe(options, done, (now() - started) / 1000);
    if (onTerminal) redraw(stream, line.slice(0, (stream.columns || 80) - 1));
    else print(stream, `${line}\n`);
    shown = true;
  };
  return {
    update(count) {
      done = count;
      if (now() - shownAt < (onTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = now();
      show();
    },
    end() {
      if (!shown) return;
      if (onTerminal) redraw(stream, '');
      else show();
    },
  };
}

/** `validating ████░░░░ 45 % · 1,200/s · 3 s left` */
export function describe({ label, total }: ProgressOptions, done: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [`${Math.round(rate).toLocaleString('en-US')}/s`];
  if (total === undefined || total <= 0) return [`${label} ${done.toLocaleString('en-US')}`, ...parts].join(' · ');
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  if (rate > 0 && done < total) parts.push(`${Math.ceil((total - done) / rate)} s left`);
  return [
    `${label} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} %`,
    ...parts,
  ].join(' · ');
}
