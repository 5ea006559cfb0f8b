import { isTaskId } from '../../kernel/ids.ts';

/**
 * The tasks that a person may mean: by the whole id, by a number of today (`7`), or by an unambiguous ending
 * (`17-007`, `02-17-7`). Numbers need no leading zeros.
 */
export function findTaskIds(text: string, ids: Iterable<string>, today: string): readonly string[] {
  const words = text.trim().toUpperCase();
  if (isTaskId(words)) return [words];
  const match = /^(?:TASK-)?((?:\d{1,4}-)*)(\d+)$/.exec(words);
  if (match === null) return [];
  const [, dateEnd = '', number = ''] = match;
  const found = [...ids].filter((id) => {
    const at = id.lastIndexOf('-');
    return Number(id.slice(at + 1)) === Number(number) && `-${id.slice(0, at)}-`.endsWith(`-${dateEnd}`);
  });
  if (dateEnd !== '' || found.length < 2) return found;
  const ofToday = found.filter((id) => id.startsWith(`TASK-${today}-`));
  return ofToday.length > 0 ? ofToday : found;
}
