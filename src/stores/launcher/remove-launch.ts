import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Files } from '../../kernel/ports/index.ts';

const TRIES = 20;
const PAUSE_MS = 25;

/** Removes the folder of a launch, also if another process removes it too or its launcher still writes into it. */
export async function removeLaunch(files: Files, folder: string): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await removeFolder(files, folder);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      if ((await files.stat(folder)) === undefined) return;
      if (left === 1) throw error;
      await new Promise((settle) => void setTimeout(settle, PAUSE_MS));
    }
  }
}

/** The ticket goes last: what is left after a crash is still found, and forgotten then. */
async function removeFolder(files: Files, folder: string): Promise<void> {
  const names = (await files.list(folder)).map(({ name }) => name).sort((a) => (a === 'dispatch.json' ? 1 : -1));
  for (const name of names) await files.remove(join(folder, name));
  await files.remove(folder);
}
