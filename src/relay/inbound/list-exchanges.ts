import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import { findIsoTime } from '../../kernel/time.ts';

export interface ExchangeQuery {
  readonly contextId?: string;
  readonly statuses?: readonly TaskStatus[];
  /** ISO 8601: only tasks whose status is as young as this or younger. */
  readonly since?: string;
  readonly fits?: (task: TaskRecord) => boolean;
  readonly pageSize: number;
  /** `next` of the page before. */
  readonly page?: string;
}

export interface ExchangePage {
  readonly tasks: readonly TaskRecord[];
  readonly next: string | undefined;
  /** On all pages together. */
  readonly total: number;
}

/** Tasks with the newest status first. A page begins where the last one ended, whatever has come since. */
export async function listExchanges({ tasks }: Pick<Platform, 'tasks'>, query: ExchangeQuery): Promise<ExchangePage> {
  const since = query.since === undefined ? undefined : findIsoTime(query.since)?.epochMs;
  if (query.since !== undefined && since === undefined)
    throw new BatonError('INPUT_INVALID', `"${query.since}" is not a time`, {
      hint: 'write it like 2026-02-09T21:00:00Z',
    });
  const store = await tasks();
  const all = (await store.list({ statuses: query.statuses ?? TASK_STATUSES }))
    .filter((task) => query.contextId === undefined || task.metadata.traceId === query.contextId)
    .filter((task) => since === undefined || Date.parse(task.lastTransitionAt) >= since)
    .filter((task) => query.fits?.(task) ?? true)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const from = query.page === undefined ? undefined : parseToken(query.page);
  const rest = from === undefined ? all : all.filter((task) => keyOf(task) < from);
  const page = rest.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    tasks: page,
    next: last === undefined || rest.length <= page.length ? undefined : renderToken(keyOf(last)),
    total: all.length,
  };
}

const keyOf = ({ lastTransitionAt, id }: TaskRecord): string => `${lastTransitionAt} ${id}`;

const renderToken = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

function parseToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (/^\d{4}-\S+ TASK-\S+$/.test(key)) return key;
  throw new BatonError('INPUT_INVALID', 'the page token is not valid');
}
