import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Files } from '../../kernel/ports/index.ts';
import { watchFolders } from '../fs/index.ts';

/** Watches the folders of runs for the files that matter, while somebody wants to know. */
export class RunFolders {
  readonly #names: ReadonlySet<string>;
  readonly #watchers = new Map<string, { close(): void }>();
  #wake: (() => void) | undefined;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  begin(wake: () => void): void {
    this.#wake = wake;
  }

  end(): void {
    this.#wake = undefined;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  add(runId: string, folder: string): void {
    if (this.#wake === undefined || this.#watchers.has(runId)) return;
    const watcher = watchFolders([folder], (_folder, name) => {
      if (this.#names.has(name)) this.#wake?.();
    });
    this.#watchers.set(runId, watcher);
  }

  remove(runId: string): void {
    this.#watchers.get(runId)?.close();
    this.#watchers.delete(runId);
  }
}

/** The records of a launch: small JSON files that are written once. */
export class RecordFiles {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  async writeOnce(path: string, value: object): Promise<void> {
    try {
      await this.#files.writeAtomic(path, toText(value), { exclusive: true, mode: 0o600 });
    } catch (error) {
      // The existing record holds; and if the folder is gone, there is nothing to decide.
      if (!isBatonError(error, 'FILE_EXISTS') && !isBatonError(error, 'FILE_NOT_FOUND')) throw error;
    }
  }

  async read(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await this.#files.findText(path);
    if (text === undefined) return undefined;
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  }
}

export const toText = (value: object): string => `${JSON.stringify(value)}\n`;

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
