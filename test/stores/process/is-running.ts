import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits up to two seconds for a process to end. One that nobody has taken note of yet (a zombie) has ended. */
export async function isRunning(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
      if (process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false;
    } catch {
      return false;
    }
    await sleep(20);
  }
  return true;
}
