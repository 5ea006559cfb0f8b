import type { ImportSourceName, SourceReader } from '../foreign-task.ts';
import { aof } from './aof.ts';
import { backlog } from './backlog.ts';
import { beads } from './beads.ts';
import { speckit } from './speckit.ts';
import { taskmaster } from './taskmaster.ts';

export const SOURCES: Readonly<Record<ImportSourceName, SourceReader>> = { aof, backlog, beads, speckit, taskmaster };
export { statusOfWord } from './status.ts';
