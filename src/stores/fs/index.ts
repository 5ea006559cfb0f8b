export { createFiles } from './files.ts';
export { openJournal, type JournalDeps } from './journal/journal.ts';
export { splitLines as splitRawLines, type RawLine } from './journal/journal-lines.ts';
export { createLocks } from './locks/locks.ts';
export { unlessGone } from './file-errors.ts';
export { createGuardedDisk } from './guarded-disk.ts';
export { directDisk } from './direct-disk.ts';
export { nodeDisk } from './node-disk.ts';
export { watchFolders } from './watch-folders.ts';
