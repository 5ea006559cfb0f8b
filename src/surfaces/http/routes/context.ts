import { BatonError } from '../../../kernel/errors/index.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import type { Platform, StoreOutage } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../kernel/tasks.ts';
import type { Gauge, Metrics } from '../metrics.ts';
import type { RouteRequest } from '../route.ts';
import { schema } from '../schemas/answers.gen.js';

/** What the routes together need; each uses a part of it. */
export type RoutePlatform = Omit<Platform, 'http' | 'timers'>;

/** What the rows of the API work with. */
export interface RouteContext {
  readonly platform: RoutePlatform;
  readonly metrics: Metrics;
  /** Something changed: the scheduler and the event stream look now instead of later. */
  wake(): void;
  /** Undefined when all is well, else why requests should go elsewhere. */
  whyNotReady(): string | undefined;
  /** Since when the database does not answer; known without asking it. */
  findOutage(): StoreOutage | undefined;
  /** What is counted in the store, as it was last known. */
  readStoreGauges(): Promise<readonly Gauge[]>;
  streamClients(): number;
  /** The token for a code that works once; undefined for any other. */
  redeem(code: string): string | undefined;
}

/** Who acts if a request does not say: a person at the board. */
export const OPERATOR = 'operator';

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

/** The shapes of answers by name, as the API's description has them. */
export const ANSWERS: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(isJsonObject(schema['$defs']) ? schema['$defs'] : {}).flatMap(([name, shape]) =>
    isJsonObject(shape) ? [[name, intoComponents(shape)]] : [],
  ),
);

export const answer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** References inside the schema file point to its `$defs`; in the description the same shapes are elsewhere. */
function intoComponents(shape: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(shape), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  ) as JsonObject;
}
