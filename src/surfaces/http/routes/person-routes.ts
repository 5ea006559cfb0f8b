import { given } from '../../../kernel/given.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import {
  commentTask,
  editTask,
  receiveHostEvent,
  reworkTask,
  routeEvent,
  stopTask,
  type EditTaskRequest,
} from '../../../relay/tasks/index.ts';
import { toTaskCard } from '../../../relay/views/index.ts';
import { data, type Parameter, type Route, type RouteReply, type RouteRequest } from '../route.ts';
import * as commentBody from '../schemas/comment-task.gen.js';
import * as editBody from '../schemas/edit-task.gen.js';
import * as hookBody from '../schemas/hook.gen.js';
import * as messageBody from '../schemas/message.gen.js';
import * as reworkBody from '../schemas/rework-task.gen.js';
import * as stopBody from '../schemas/stop-task.gen.js';
import { answer, getParam, getTaskParam, OPERATOR, type RouteContext } from './context.ts';

const TASK: Parameter = { about: 'Id of the task.', schema: { type: 'string' } };

/** What a person does with a task beside moving it. The token is what makes a caller the operator. */
export function createPersonRoutes({ platform, wake }: RouteContext): Route[] {
  const row = (
    verb: string,
    summary: string,
    body: NonNullable<Route['body']>,
    act: (id: string, body: PersonBody) => Promise<TaskEntry>,
  ): Route => ({
    method: 'POST',
    path: `/v1/tasks/{id}/${verb}`,
    summary,
    tag: 'tasks',
    params: { id: TASK },
    body,
    response: answer('ChangedTask'),
    isWrite: true,
    handle: async (request): Promise<RouteReply> => {
      const { task } = await act(getTaskParam(request), toBody(request));
      wake();
      return data({ task: toTaskCard(task) });
    },
  });
  return [
    row('edit', 'Change what a task says: title, text, priority, routing, dependencies, due date', edit, (id, body) =>
      editTask(platform, { id, by: body.by, fields: toFields(body) }),
    ),
    row('comment', 'Say something to the agent that works on a task next', comment, (id, { by, text = '' }) =>
      commentTask(platform, { id, by, text }),
    ),
    row('rework', 'Send a task in review, or one that is done, back with a reason', rework, (id, { by, reason = '' }) =>
      reworkTask(platform, { id, by, reason }),
    ),
    row('stop', 'Take a task from its run, and end the run with everything it started', stop, async (id, body) => {
      const { by, reason } = body;
      const said = reason === undefined || reason.trim() === '' ? {} : { reason };
      return (await stopTask(platform, { id, by, ...said })).entry;
    }),
  ];
}

const edit = { schema: editBody.schema, check: editBody.validate };
const comment = { schema: commentBody.schema, check: commentBody.validate };
const rework = { schema: reworkBody.schema, check: reworkBody.validate };
const stop = { schema: stopBody.schema, check: stopBody.validate };

/** The schema of its row has checked each body; these are the types of all of them together. */
interface PersonBody extends Omit<EditTaskRequest['fields'], 'routing'> {
  readonly by: string;
  readonly text?: string;
  readonly reason?: string;
  readonly agent?: string | null;
  readonly role?: string | null;
  readonly team?: string | null;
  readonly tags?: readonly string[];
}

const toBody = ({ body }: RouteRequest): PersonBody => {
  const asked = body as unknown as Omit<PersonBody, 'by'> & { readonly by?: string };
  return { ...asked, by: asked.by ?? OPERATOR };
};

function toFields(body: PersonBody): EditTaskRequest['fields'] {
  const { by: _by, text: _text, reason: _reason, agent, role, team, tags, ...fields } = body;
  const routing = given({ agent, role, team, tags });
  return Object.keys(routing).length === 0 ? fields : { ...fields, routing };
}

const PROOF: NonNullable<Route['headers']> = {
  'Baton-Run-Secret': {
    about: 'Proves that the message comes from the run that holds the task, unless it is signed.',
    schema: { type: 'string' },
  },
};

const EVENTS = ['message_received', 'session_end'] as const;

/** Messages of agents and events of their hosts: to the router, then one pass of the scheduler. */
export function createMessageRoutes({ platform, wake, metrics }: RouteContext): Route[] {
  const route = async ({ body, runSecret }: RouteRequest): Promise<RouteReply> => {
    const result = await routeEvent(platform, body, runSecret === undefined ? {} : { secret: runSecret });
    metrics.count('baton_messages_total', { outcome: result?.outcome ?? 'not_a_message' });
    wake();
    return data(result === undefined ? { routed: false } : { routed: true, type: result.type, result });
  };
  return [
    {
      method: 'POST',
      path: '/v1/messages',
      summary: 'Hand one protocol message to the router',
      tag: 'messages',
      headers: PROOF,
      body: { schema: messageBody.schema, check: messageBody.validate },
      response: answer('Routed'),
      isWrite: true,
      handle: route,
    },
    {
      method: 'POST',
      path: '/v1/hooks/{event}',
      summary: "An event of an agent's host: feeds the router, then one pass of the scheduler",
      tag: 'messages',
      params: { event: { about: 'What happened.', schema: { enum: [...EVENTS] } } },
      headers: PROOF,
      body: { schema: hookBody.schema, check: hookBody.validate },
      response: answer('HostEvent'),
      isWrite: true,
      handle: async (request) => {
        const { runSecret: secret, body } = request;
        const proof = secret === undefined ? {} : { secret };
        const { event, routed, taskId } = await receiveHostEvent(platform, getParam(request, 'event'), body, proof);
        metrics.count('baton_messages_total', { outcome: routed?.outcome ?? 'not_a_message' });
        wake();
        return data({ event, routed, taskId });
      },
    },
  ];
}
