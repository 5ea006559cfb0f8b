import { BatonError } from '../../../kernel/errors/index.ts';
import { isTaskId, isUlid } from '../../../kernel/ids.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskLink } from '../../../kernel/tasks.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import { findTaskIds } from '../../../protocols/tasks/index.ts';
import { findAlias } from '../../import/index.ts';

const MAX_SHOWN = 10;

const idsOf = (links: readonly TaskLink[]): string[] => links.map(({ id }) => id);

/**
 * The id that a person means: a name it was imported under, a number of today, or an unambiguous ending. A whole id is
 * taken as it is, without a look at the store. Fails with TASK_NOT_FOUND or TASK_ID_AMBIGUOUS.
 */
export async function getTaskId(platform: Pick<Platform, 'clock' | 'tasks'>, text: string): Promise<string> {
  if (isTaskId(text)) return text;
  const store = await platform.tasks();
  // What a task is called in the tool it was imported from is its whole name: it goes before short forms.
  const links = await store.listLinks();
  const alias = findAlias(links, text);
  if (alias?.isExact === true) return alias.id;
  const today = renderIsoDate(platform.clock.now());
  const live = findTaskIds(text, idsOf(links.filter(({ status }) => !isFinished(status))), today);
  const all = live.length > 0 ? live : findTaskIds(text, idsOf(links), today);
  const meant = [...new Set([...(alias === undefined ? [] : [alias.id]), ...all.toSorted()])];
  const [only, ...others] = meant;
  if (only === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${text}`, { id: text });
  if (others.length === 0) return only;
  const shown = meant.slice(0, MAX_SHOWN).join(', ');
  throw new BatonError(
    'TASK_ID_AMBIGUOUS',
    `${text} could be ${shown}${meant.length > MAX_SHOWN ? ' and others' : ''}`,
    { ids: meant.slice(0, MAX_SHOWN) },
  );
}

/**
 * The run of a task that a short form means: an unambiguous beginning. A whole id, and what fits none of its runs, is
 * taken as it is. Fails with TASK_ID_AMBIGUOUS: nobody should act for another run by accident.
 */
export async function getRunId(platform: Pick<Platform, 'tasks'>, taskId: string, text: string): Promise<string> {
  if (isUlid(text) || text.length < SHORTEST_RUN) return text;
  const run = (await (await platform.tasks()).find(taskId))?.run;
  const known = run === undefined ? [] : [run.runId, ...(run.earlier ?? []).map(({ runId }) => runId)];
  const found = [...new Set(known)].filter((id) => id.startsWith(text.toUpperCase()));
  if (found.length > 1)
    throw new BatonError('TASK_ID_AMBIGUOUS', `${text} could be ${found.join(', ')}`, { ids: found });
  return found[0] ?? text;
}

const SHORTEST_RUN = 4;
