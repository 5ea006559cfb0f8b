import { given } from '../../../kernel/given.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import type { TaskPriority, TaskStatus } from '../../../kernel/tasks.ts';
import { moveTask, newTask, type NewTaskRequest } from '../../../relay/tasks/index.ts';
import { readTaskFile, toTaskCard, viewOverview, viewTask, viewTasks } from '../../../relay/views/index.ts';
import { data, type Parameter, type Route, type RouteRequest } from '../route.ts';
import * as moveBody from '../schemas/move-task.gen.js';
import * as newBody from '../schemas/new-task.gen.js';
import { answer, findList, findNumber, findStatuses, getParam, OPERATOR, type RouteContext } from './context.ts';

const TASK: Parameter = { about: 'Id of the task.', schema: { type: 'string' } };
const text = (about: string): Parameter => ({ about, schema: { type: 'string' } });

const FILE_QUERY: Readonly<Record<string, Parameter>> = {
  path: text('As listed: outputs/summary.md.'),
  tail: { about: 'Only the last bytes, this many.', schema: { type: 'integer', minimum: 1 } },
};

const readFile = (platform: RouteContext['platform'], request: RouteRequest): Promise<string> =>
  readTaskFile(platform, getParam(request, 'id'), request.query['path'] ?? '', findNumber(request.query, 'tail'));

export function createTaskRoutes({ platform, wake }: RouteContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/overview',
      summary: 'How many tasks are in which status, and what a person can do with them',
      tag: 'tasks',
      response: answer('Overview'),
      handle: async () => data(await viewOverview(platform)),
    },
    {
      method: 'GET',
      path: '/v1/tasks',
      summary: 'Tasks in the order of their ids, a page at a time',
      tag: 'tasks',
      query: {
        ids: text('These tasks only, separated by commas.'),
        status: text('Only these, separated by commas.'),
        agent: text('Only tasks held by or meant for this agent.'),
        after: text('Only tasks after this id: `next` of the page before.'),
        limit: { about: 'At most this many.', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
      },
      response: answer('TaskPage'),
      handle: async ({ query }) => data(await viewTasks(platform, toPageRequest(query))),
    },
    {
      method: 'POST',
      path: '/v1/tasks',
      summary: 'Make a task',
      tag: 'tasks',
      body: { schema: newBody.schema, check: newBody.validate },
      response: answer('ChangedTask'),
      isWrite: true,
      handle: async ({ body }) => {
        const { task } = await newTask(platform, toNewTask(body));
        wake();
        return { kind: 'data', status: 201, data: { task: toTaskCard(task) } };
      },
    },
    {
      method: 'GET',
      path: '/v1/tasks/{id}',
      summary: 'One task with its runs, events, handoff, output and audit entries',
      tag: 'tasks',
      params: { id: TASK },
      response: answer('TaskDetail'),
      handle: async (request) => data(await viewTask(platform, getParam(request, 'id'))),
    },
    {
      method: 'GET',
      path: '/v1/tasks/{id}/artifacts',
      summary: "A file of the task's folder as plain text",
      tag: 'tasks',
      params: { id: TASK },
      query: FILE_QUERY,
      response: { type: 'string' },
      form: 'text',
      handle: async (request) => ({ kind: 'text', text: await readFile(platform, request) }),
    },
    {
      method: 'POST',
      path: '/v1/tasks/{id}/move',
      summary: 'Move a task to another status, if the table of moves allows it',
      tag: 'tasks',
      params: { id: TASK },
      body: { schema: moveBody.schema, check: moveBody.validate },
      response: answer('ChangedTask'),
      isWrite: true,
      handle: async (request) => {
        const { task } = await moveTask(platform, toMove(request));
        wake();
        return data({ task: toTaskCard(task) });
      },
    },
  ];
}

function toPageRequest(query: RouteRequest['query']) {
  const { agent, after } = query;
  const [ids, statuses, limit] = [findList(query, 'ids'), findStatuses(query), findNumber(query, 'limit')];
  return {
    ...given({ ids, statuses, agent, after, limit }),
  };
}

/** The schema has checked the body; these are its types. */
interface NewTaskBody extends Omit<NewTaskRequest, 'by' | 'routing' | 'dryRun'> {
  readonly by?: string;
  readonly priority?: TaskPriority;
  readonly agent?: string;
  readonly role?: string;
  readonly team?: string;
  readonly tags?: readonly string[];
}

function toNewTask(body: RouteRequest['body']): NewTaskRequest {
  const { by = OPERATOR, agent, role, team, tags = [], ...rest } = body as unknown as NewTaskBody;
  return { ...rest, by, routing: { ...given({ agent, role, team }), tags } };
}

function toMove(request: RouteRequest) {
  const body = isJsonObject(request.body) ? request.body : {};
  const {
    to,
    rev,
    reason,
    by = OPERATOR,
  } = body as {
    to?: TaskStatus;
    rev?: number;
    reason?: string;
    by?: string;
  };
  return {
    id: getParam(request, 'id'),
    to: to ?? 'ready',
    by,
    ...given({ rev, reason }),
  };
}
