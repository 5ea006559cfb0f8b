/** What a person can do with a task, from the table the daemon sends. */
import { overview } from '../tasks.ts';
import type { PersonMove, TaskStatus } from '../types.ts';

export const moveOf = (from: TaskStatus, to: TaskStatus): PersonMove =>
  overview.value?.moves[from][to] ?? { how: 'refused', why: 'the board is still loading' };

/** Plain moves that lead straight back; anything else would not restore what was there. */
const REVERSALS: Readonly<Record<string, { readonly to: TaskStatus; readonly reason?: string }>> = {
  'backlog>ready': { to: 'backlog' },
  'ready>backlog': { to: 'ready' },
  'ready>blocked': { to: 'ready', reason: 'the block was taken back' },
  'blocked>ready': { to: 'blocked', reason: 'the answer was taken back' },
};

export const reversalOf = (from: TaskStatus, to: TaskStatus): (typeof REVERSALS)[string] | undefined =>
  REVERSALS[`${from}>${to}`];
