import type { TaskPriority, TaskStatus } from '../../../kernel/tasks.ts';
import type { RecordReader } from '../record-reader.ts';

/** Every word that tools and people use for a status, in letters alone. */
const WORDS = new Map<string, TaskStatus>([
  ['open', 'ready'],
  ['todo', 'ready'],
  ['pending', 'ready'],
  ['ready', 'ready'],
  ['new', 'ready'],
  ['inprogress', 'ready'],
  ['doing', 'ready'],
  ['started', 'ready'],
  ['hooked', 'ready'],
  ['active', 'ready'],
  ['backlog', 'backlog'],
  ['draft', 'backlog'],
  ['deferred', 'backlog'],
  ['pinned', 'backlog'],
  ['icebox', 'backlog'],
  ['blocked', 'blocked'],
  ['onhold', 'blocked'],
  ['waiting', 'blocked'],
  ['review', 'review'],
  ['inreview', 'review'],
  ['qa', 'review'],
  ['testing', 'review'],
  ['done', 'done'],
  ['closed', 'done'],
  ['complete', 'done'],
  ['completed', 'done'],
  ['finished', 'done'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['archived', 'cancelled'],
  ['wontfix', 'cancelled'],
  ['deadletter', 'deadletter'],
  ['failed', 'deadletter'],
]);

/** Told apart there, one status here. */
const IN_PROGRESS = new Set(['inprogress', 'doing', 'started', 'hooked', 'active']);
const LOSSY = new Set(['deferred', 'pinned', 'icebox', 'onhold', 'waiting', 'qa', 'testing', 'wontfix', 'archived']);

const toWord = (said: string): string => said.toLowerCase().replaceAll(/[^a-z]/g, '');

/** What an import makes of a word. */
export const statusOfWord = (said: string): TaskStatus => WORDS.get(toWord(said)) ?? 'backlog';

/** True for a word whose meaning is known, whatever its place in a list of statuses. */
export const isStatusWord = (said: string): boolean => WORDS.has(toWord(said));

/**
 * Work that is under way there is ready here: in-progress means a run of an agent that Baton knows. Unknown
 * words become a status in which no agent takes the task by itself.
 */
export function toStatus(reader: RecordReader, usual: string): TaskStatus {
  const said = reader.line('status') ?? usual;
  const word = toWord(said);
  const status = statusOfWord(said);
  if (!isStatusWord(said)) reader.keep('status', said, `"${said}" is not a status of Baton, so it is in backlog`);
  else if (IN_PROGRESS.has(word)) reader.keep('status', said, `"${said}" needs a run, so it is ready`);
  else if (LOSSY.has(word)) reader.keep('status', said, `"${said}" became ${status}`);
  return status;
}

const PRIORITY_WORDS = new Map<string, TaskPriority>([
  ['critical', 'critical'],
  ['urgent', 'critical'],
  ['high', 'high'],
  ['medium', 'normal'],
  ['normal', 'normal'],
  ['low', 'low'],
]);

export function readPriorityWord(reader: RecordReader): TaskPriority | undefined {
  const said = reader.line('priority');
  if (said === undefined) return undefined;
  const priority = PRIORITY_WORDS.get(said.toLowerCase());
  if (priority === undefined) reader.keep('priority', said, `"${said}" is not a priority of Baton`);
  return priority;
}
