import { join } from 'node:path';
import { createUlidSource } from '../../kernel/ids.ts';
import type { Clock, Notifier, Random } from '../../kernel/ports/index.ts';
import { openJournal } from '../fs/index.ts';
import { createNotifier, type NotifierDeps } from './notifier.ts';

export interface FileNotifierDeps extends Omit<NotifierDeps, 'createId' | 'openJournal'> {
  readonly clock: Clock;
  readonly random: Random;
  /** How long a notice waits for other processes that write to the record. */
  readonly lockWaitMs: number;
}

/** A notifier whose record is `notices.jsonl` in the data dir. */
export const createFileNotifier = (deps: FileNotifierDeps): Notifier =>
  createNotifier({
    ...deps,
    createId: createUlidSource(deps.clock, deps.random),
    openJournal: (options) => openJournal(deps, { ...options, path: join(deps.dataDir, 'notices.jsonl') }),
  });
