import type { LogEntry } from '../../../http/index.ts';
import type { Io } from '../../io.ts';

/** The daemon's log on standard error: JSON lines for machines, short lines on a terminal. */
export function createLog(io: Io, form: string | undefined): (entry: LogEntry) => void {
  const asJson = form === undefined ? !io.isOutputTerminal : form === 'json';
  return (entry) => io.remark(asJson ? JSON.stringify(entry) : renderEntry(entry, io));
}

function renderEntry({ time, level, event, ...details }: LogEntry, { errorStyle }: Io): string {
  const paint = level === 'error' ? errorStyle.red : level === 'warning' ? errorStyle.yellow : errorStyle.dim;
  const rest = Object.entries(details).map(([key, value]) => `${key}=${String(value)}`);
  return [errorStyle.dim(time.slice(11, 19)), paint(event), ...rest].join(' ');
}
