/** Why a task is not moving, as the board says it: the same words as on the command line, but for what a button does. */
import { shortId } from '../actions/change-task.ts';
import type { TaskCard } from '../types.ts';

/** The commands in a reason are for a terminal; here there is a button instead. */
const plainReason = (text: string): string =>
  text
    .replace(/; baton [^;]*$/, '')
    .replace(/: baton task move .*$/, '')
    .replaceAll(/TASK-\d{4}-\d\d-\d\d-\d+/g, shortId);

const QUOTED = /^waits for a person(?: to review it)? \("(.*)"\)$/s;

/** For a card, which has room for three lines: a question stands for itself. */
export function cardReason({ why, block }: TaskCard): string {
  if (why === undefined) return block?.reason ?? '';
  // Its column says it.
  if (why.kind === 'backlog') return '';
  const text = plainReason(why.text);
  const quoted = QUOTED.exec(text)?.[1];
  return quoted === undefined ? text : `“${quoted}”`;
}

/** For the page of a task, which has room for all of a question. */
export const fullReason = ({ why, block }: TaskCard): string =>
  why?.kind === 'person' && block !== undefined
    ? `waits for a person: “${block.reason}”`
    : plainReason(why?.text ?? '');
