const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Told once when somebody asks this process to end. The handler goes with it: a second time ends it at once. */
export function onStopSignal(end: () => void): void {
  for (const signal of SIGNALS) process.once(signal, end);
}

/** The same as something that waits can be given. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  onStopSignal(() => controller.abort());
  return controller.signal;
}
