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
