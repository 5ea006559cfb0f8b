import type { ProcessGroup } from './process-group.ts';

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
