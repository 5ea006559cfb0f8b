import { print, type TerminalStream } from './terminal.ts';
import { columnsOf, fitLines } from './wrap.ts';

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

export interface RemarkLog {
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
