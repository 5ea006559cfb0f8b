export { createFiles, type FilesOptions } from './files.ts';
export { openJournal, type JournalDeps } from './journal.ts';
export { splitLines as splitRawLines, type RawLine } from './journal-lines.ts';
export type { LockDeps } from './lock-holder.ts';
export { createLocks } from './locks.ts';
export { nodeDisk } from './node-disk.ts';
