import type { TaskPriority } from '../../../kernel/tasks.ts';
import type { RecordReader } from '../record-reader.ts';

const WORDS = new Map<string, TaskPriority>([
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
  const priority = WORDS.get(said.toLowerCase());
  if (priority === undefined) reader.keep('priority', said, `"${said}" is not a priority of Baton`);
  return priority;
}
