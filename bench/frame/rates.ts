import { performance } from 'node:perf_hooks';

/** How often per second, if `strands` workers each do it repeatedly until the time is over. */
export async function ratePerSecond(
  forMs: number,
  once: () => Promise<unknown> | unknown,
  strands = 1,
): Promise<number> {
  const beganMs = performance.now();
  const endMs = beganMs + forMs;
  let count = 0;
  const strand = async (): Promise<void> => {
    for (; performance.now() < endMs; count++) await once();
  };
  await Promise.all(Array.from({ length: strands }, strand));
  return count / ((performance.now() - beganMs) / 1000);
}

/** Milliseconds it takes once. */
export async function durationMs(once: () => Promise<unknown> | unknown): Promise<number> {
  const beganMs = performance.now();
  await once();
  return performance.now() - beganMs;
}

/** Megabytes per second of processor time: what one core does, whatever else the machine is busy with. */
export async function megabytesPerCpuSecond(
  texts: readonly string[],
  work: (text: string) => unknown,
): Promise<number> {
  const before = process.cpuUsage();
  let bytes = 0;
  for (const text of texts) {
    await work(text);
    bytes += Buffer.byteLength(text);
  }
  const { user, system } = process.cpuUsage(before);
  return bytes / (user + system);
}
