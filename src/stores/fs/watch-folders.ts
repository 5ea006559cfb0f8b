import { watch, type FSWatcher } from 'node:fs';

/**
 * Tells when something in a folder changes, by whichever process; `name` is that of the file. Sometimes also for
 * nothing. False: the platform cannot, and the caller has to look from time to time.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: (folder: string, name: string) => void,
): { readonly isWhole: boolean; close(): void } {
  const watchers: FSWatcher[] = [];
  let isWhole = true;
  for (const folder of folders) {
    try {
      const watcher = watch(folder, { persistent: false }, (_type, name) => onChange(folder, name ?? ''));
      // A folder that is removed ends its watcher; the regular checks find the rest.
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      isWhole = false;
    }
  }
  return { isWhole, close: () => watchers.forEach((watcher) => watcher.close()) };
}
