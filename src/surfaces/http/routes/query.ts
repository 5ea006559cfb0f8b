import { BatonError } from '../../../kernel/errors/index.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../kernel/tasks.ts';
import type { RouteRequest } from '../route.ts';

type Query = RouteRequest['query'];

/** The words of a list separated by commas; undefined if it is not given. */
export const findList = (query: Query, name: string): readonly string[] | undefined =>
  query[name] === undefined ? undefined : query[name].split(',').filter((word) => word !== '');

export function findNumber(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new BatonError('INPUT_INVALID', `${name} must be a whole number`);
}

export function findStatuses(query: Query): readonly TaskStatus[] | undefined {
  return findList(query, 'status')?.map((word) => {
    const status = TASK_STATUSES.find((known) => known === word);
    if (status !== undefined) return status;
    throw new BatonError('INPUT_INVALID', `there is no status ${word.slice(0, 40)}`, {
      hint: `one of ${TASK_STATUSES.join(', ')}`,
    });
  });
}

export const getParam = (request: RouteRequest, name: string): string => request.params[name] ?? '';

/** The task that the path names. Fails with TASK_NOT_FOUND if it cannot be one. */
export function getTaskParam(request: RouteRequest): string {
  const id = getParam(request, 'id');
  if (isTaskId(id)) return id;
  throw new BatonError('TASK_NOT_FOUND', `there is no task ${id.slice(0, 60)}`, { id });
}
