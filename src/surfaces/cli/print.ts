import type { Writable } from 'node:stream';
import { BatonError, ERRORS, type ErrorCode } from '../../kernel/errors/index.ts';
import type { Globals, Outcome } from './command.ts';
import type { Remarks } from './io.ts';
import type { Output } from './streams.ts';
import { chooseStyle, type Style } from './style.ts';
import { print, toJson, toTerminal, visibleLength } from './terminal.ts';
import { columnsOf, fitLines } from './wrap.ts';

/** Where and how results are printed. */
export interface Printer {
  readonly process: NodeJS.Process;
  readonly output: Output;
  readonly globals: Globals;
  readonly style: Style;
  readonly remarks: Remarks;
}

const SCHEMA_VERSION = 1;

/** Prints what a command said and gives the exit code. */
export async function printOutcome(printer: Printer, outcome: Outcome): Promise<number> {
  if (outcome.kind === 'lines') return printLines(printer, outcome);
  const { process, output, globals, style } = printer;
  if (globals.json || globals.jsonl) {
    await write(
      output,
      globals.jsonl ? toJson(outcome.data) : toJson({ schema_version: SCHEMA_VERSION, data: outcome.data }),
    );
  } else if (!globals.quiet || exitOf(outcome) !== 0) {
    const whole = outcome.text(style);
    const text = outcome.asIs === true ? whole : fitLines(whole, columnsOf(output));
    if (text !== '' && !(await showLong(process, output, text))) await write(output, text);
  }
  return exitOf(outcome);
}

/** True if the text is longer than the screen and a pager showed it. */
async function showLong(process: NodeJS.Process, output: Output, text: string): Promise<boolean> {
  if (output.isTTY !== true) return false;
  const pager = choosePager(process, text);
  if (pager === undefined) return false;
  const { showInPager } = await import('../../compose-pager.ts');
  return await showInPager(pager, `${toTerminal(text)}\n`, process.env);
}

const exitOf = ({ passExit, exit }: Extract<Outcome, { kind: 'value' }>): number => passExit ?? exit ?? 0;

async function printLines(printer: Printer, outcome: Extract<Outcome, { kind: 'lines' }>): Promise<number> {
  const { output, globals, style } = printer;
  if (globals.json && !globals.jsonl) {
    const data: unknown[] = [];
    for await (const line of outcome.lines) data.push(line.data);
    await write(output, toJson({ schema_version: SCHEMA_VERSION, data }));
    return outcome.exit();
  }
  const writer = new LineWriter(output.open());
  try {
    for await (const line of outcome.lines) {
      if (globals.quiet && !globals.jsonl) continue;
      const isFull = writer.add(globals.jsonl ? toJson(line.data) : line.text(style));
      if (isFull !== undefined) await isFull;
    }
  } finally {
    await writer.flush();
  }
  return outcome.exit();
}

/** Prints a failure: inside the envelope with --json, for people on standard error otherwise. */
export function printError(printer: Printer, error: unknown): number {
  const { process, output, globals, remarks } = printer;
  const known = error instanceof BatonError ? error : unforeseen(error);
  const style = chooseStyle(process.env, process.stderr.isTTY === true);
  if (globals.json || globals.jsonl) {
    const body = { code: known.code, message: known.message, hint: known.hint };
    print(output, `${toJson({ schema_version: SCHEMA_VERSION, error: body })}\n`);
  } else if (remarks.log !== undefined) {
    remarks.log.fail(known);
  } else {
    const text = `${style.red('error')} ${known.message}\n  ${known.hint} ${style.dim(`(${known.code})`)}`;
    print(process.stderr, `${fitLines(text, columnsOf(process.stderr))}\n`);
  }
  if (process.env['BATON_DEBUG'] && error instanceof Error) print(process.stderr, `${error.stack ?? error.message}\n`);
  return known.exitCode;
}

/** What the system refuses is no fault of Baton, wherever it comes up. */
const SYSTEM_ERRORS: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'FILE_NOT_WRITABLE',
  EPERM: 'FILE_NOT_WRITABLE',
  EROFS: 'FILE_NOT_WRITABLE',
  ENOSPC: 'DISK_FULL',
};

function unforeseen(error: unknown): BatonError {
  const message = error instanceof Error ? error.message : String(error);
  const known = SYSTEM_ERRORS[error instanceof Error && 'code' in error ? String(error.code) : ''];
  if (known !== undefined) return new BatonError(known, message, {}, error);
  return new BatonError('INTERNAL', message === '' ? ERRORS.INTERNAL.meaning : message, {}, error);
}

/** Waits if the reader is slow, so that a stream of any size stays in constant memory. */
async function write(output: Output, text: string): Promise<void> {
  if (print(output, `${text}\n`)) return;
  await new Promise<void>((resolve) => output.open().once('drain', resolve));
}

const MAX_WAITING = 65_536;

/**
 * Lines of a stream, several to a write: a system call for each line costs more than making the line. What waits is
 * written as soon as the program has nothing else to do, so that no line waits for the next one.
 */
export class LineWriter {
  private readonly stream: Writable;
  private waiting: string[] = [];
  private length = 0;
  private timer: NodeJS.Immediate | undefined;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** Resolves when the reader can take more, so that a stream of any size stays in constant memory. */
  add(line: string): Promise<void> | undefined {
    this.waiting.push(line);
    this.length += line.length;
    if (this.length >= MAX_WAITING || this.stream.writableNeedDrain) return this.flush();
    this.timer ??= setImmediate(() => this.writeWaiting());
    return undefined;
  }

  async flush(): Promise<void> {
    this.writeWaiting();
    if (!this.stream.writableNeedDrain) return;
    await new Promise<void>((resolve) => this.stream.once('drain', resolve));
  }

  private writeWaiting(): void {
    clearImmediate(this.timer);
    this.timer = undefined;
    if (this.waiting.length === 0) return;
    const text = `${this.waiting.join('\n')}\n`;
    this.waiting = [];
    this.length = 0;
    print(this.stream, text);
  }
}

const DEFAULT_PAGER = 'less';
const DEFAULT_COLUMNS = 80;

interface PagerTerminal {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The pager for a text that does not fit the screen: BATON_PAGER, else PAGER, else less. None if a program reads along
 * (no terminal on both sides, or CI), or if the person wants none (empty or cat).
 */
function choosePager(terminal: PagerTerminal, text: string): string | undefined {
  const { stdout, env } = terminal;
  // Standard input last: Node opens it when it is asked for.
  if (stdout.isTTY !== true || !stdout.rows || terminal.stdin.isTTY !== true) return undefined;
  if (env['TERM'] === 'dumb' || (env['CI'] ?? '') !== '') return undefined;
  const pager = (env['BATON_PAGER'] ?? env['PAGER'] ?? DEFAULT_PAGER).trim();
  if (pager === '' || pager === 'cat') return undefined;
  return countRows(text, stdout.columns ?? DEFAULT_COLUMNS) < stdout.rows ? undefined : pager;
}

const countRows = (text: string, columns: number): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(visibleLength(line) / columns)), 0);
