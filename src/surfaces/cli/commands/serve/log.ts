import type { LogEntry } from '../../../http/index.ts';
import { renderIsoTime } from '../../../../kernel/time.ts';
import type { Io } from '../../io.ts';
import { toJson } from '../../terminal.ts';

/** The daemon's log on standard error: JSON lines for machines, short lines on a terminal. */
export function createLog(io: Io, form: string | undefined): (entry: LogEntry) => void {
  const asJson = isJsonLog(io, form);
  return (entry) => io.remarks.write(asJson ? toJson(entry) : renderEntry(entry, io));
}

const isJsonLog = (io: Io, form: string | undefined): boolean =>
  form === undefined ? !io.isOutputTerminal : form === 'json';

/** Where the log is JSON every line of it is: remarks of the store, of notices, and the error that ends the daemon too. */
export function keepRemarksInLog(io: Io, form: string | undefined, now: () => number): void {
  if (!isJsonLog(io, form)) return;
  const log = createLog(io, form);
  const entryOf = (level: LogEntry['level'], event: string) => ({ time: renderIsoTime(now()), level, event });
  io.remarks.keepIn({
    remark: (text) => log({ ...entryOf('info', 'remark'), text }),
    fail: ({ code, message, hint }) => log({ ...entryOf('error', 'ended'), code, reason: message, hint }),
  });
}

function renderEntry({ time, level, event, ...details }: LogEntry, { errorStyle }: Io): string {
  const paint = level === 'error' ? errorStyle.red : level === 'warning' ? errorStyle.yellow : errorStyle.dim;
  const rest = Object.entries(details).map(([key, value]) => `${key}=${String(value)}`);
  return [errorStyle.dim(time.slice(11, 19)), paint(event), ...rest].join(' ');
}
