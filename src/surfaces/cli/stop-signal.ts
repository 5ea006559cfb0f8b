const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm and its like pass on a signal that the terminal has sent to everybody already: that is still one wish. */
const SAME_WISH_MS = 1_000;

/** Told once when somebody asks this process to end. Asked again later, it ends at once. */
export function onStopSignal(end: () => void): void {
  let firstMs: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      end();
    } else if (performance.now() - firstMs > SAME_WISH_MS) {
      for (const name of SIGNALS) process.off(name, handle);
      process.kill(process.pid, signal);
    }
  };
  for (const signal of SIGNALS) process.on(signal, handle);
}

/** The same as something that waits can be given. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  onStopSignal(() => controller.abort());
  return controller.signal;
}
