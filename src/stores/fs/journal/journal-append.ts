import type { Disk, DiskFile, DiskStat } from '../../../kernel/ports/index.ts';
import { cutOff } from './journal-tail.ts';

export type AppendOutcome =
  | { readonly kind: 'flushed'; readonly now: DiskStat }
  /** The file is as it was before. */
  | { readonly kind: 'taken back'; readonly cause: unknown }
  /** Somebody who does not hold the lock wrote too. */
  | { readonly kind: 'mixed' }
  /** Nobody can say what is on the disk. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Adds bytes to a file that ends at `end`, and flushes them; `meanwhile` runs beside the flush. */
export async function appendDurably(
  disk: Disk,
  path: string,
  file: DiskFile,
  end: number,
  bytes: Uint8Array,
  meanwhile: () => void,
): Promise<AppendOutcome> {
  try {
    await file.write(bytes);
  } catch (cause) {
    return (await isCutOff(disk, path, end)) ? { kind: 'taken back', cause } : { kind: 'unknown', cause };
  }
  const outcome = await flushDurably(file, meanwhile);
  if (outcome.kind === 'flushed') return outcome.now.sizeBytes === end + bytes.length ? outcome : { kind: 'mixed' };
  // The system may show these bytes to others although they never reached the disk: nobody must build on them.
  await isCutOff(disk, path, end);
  return outcome;
}

/** A flush that failed once is not tried again: the system has already marked the lost pages as written. */
export async function flushDurably(
  file: DiskFile,
  meanwhile: () => void = () => undefined,
): Promise<Extract<AppendOutcome, { kind: 'flushed' | 'unknown' }>> {
  try {
    // Asked beside the flush: what counts is whether anybody wrote before us, and that is settled already.
    const flushing = Promise.all([file.datasync(), file.stat()]);
    meanwhile();
    const [, now] = await flushing;
    return { kind: 'flushed', now };
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

async function isCutOff(disk: Disk, path: string, end: number): Promise<boolean> {
  try {
    await cutOff(disk, path, end);
    return true;
  } catch {
    return false;
  }
}
