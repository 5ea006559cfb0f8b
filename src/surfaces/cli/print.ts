import { BatonError, ERRORS, type ErrorCode } from '../../kernel/errors/index.ts';
import type { Globals, Outcome } from './command.ts';
import type { Remarks } from './io.ts';
import type { Output } from './streams.ts';
import { chooseStyle, type Style } from './style.ts';
import { print, toJson, toTerminal } from './terminal.ts';
import { columnsOf, fitLines } from './wrap.ts';

/** Where and how results are printed. */
export interface Printer {
  readonly process: NodeJS.Process;
  readonly output: Output;
  readonly globals: Globals;
  readonly style: Style;
  readonly remarks: Remarks;
}

export const SCHEMA_VERSION = 1;

/** Prints what a command said and gives the exit code. */
export async function printOutcome(printer: Printer, outcome: Outcome): Promise<number> {
  // Streams are for few commands.
  if (outcome.kind === 'lines') return (await import('./print-lines.ts')).printLines(printer, outcome);
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
  const { choosePager } = await import('./choose-pager.ts');
  const pager = choosePager(process, text);
  if (pager === undefined) return false;
  const { showInPager } = await import('../../compose-pager.ts');
  return await showInPager(pager, `${toTerminal(text)}\n`, process.env);
}

const exitOf = ({ passExit, exit }: Extract<Outcome, { kind: 'value' }>): number => passExit ?? exit ?? 0;

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
export async function write(output: Output, text: string): Promise<void> {
  if (print(output, `${text}\n`)) return;
  await new Promise<void>((resolve) => output.open().once('drain', resolve));
}
