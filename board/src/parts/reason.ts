/** Why a task is not moving, as the board says it: the same words as on the command line, but for what a button does. */
import { shortId } from '../actions/change-task.ts';
import type { TaskCard } from '../types.ts';

/** The commands in a reason are for a terminal; here there is a button instead. */
export const plainReason = (text: string): string =>
  text
    .replace(/; baton [^;]*$/, '')
    .replace(/: baton task move .*$/, '')
    .replaceAll(/TASK-\d{4}-\d\d-\d\d-\d+/g, shortId);

/** The column says these already. */
const QUIET = new Set(['backlog', 'agent']);
const QUOTED = /^waits for a person(?: to review it)? \("(.*)"\)$/s;

/** For a card, which has room for two lines: a question stands for itself. */
export function cardReason({ why, block }: TaskCard): string {
  if (why === undefined) return block?.reason ?? '';
  if (QUIET.has(why.kind)) return '';
  const text = plainReason(why.text);
  const quoted = QUOTED.exec(text)?.[1];
  return quoted === undefined ? text : `“${quoted}”`;
}
