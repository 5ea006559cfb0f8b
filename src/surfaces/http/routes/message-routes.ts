import { receiveHostEvent, routeEvent } from '../../../relay/tasks/index.ts';
import { data, type Route, type RouteReply, type RouteRequest } from '../route.ts';
import * as hookBody from '../schemas/hook.gen.js';
import * as messageBody from '../schemas/message.gen.js';
import { answer } from './answer-schema.ts';
import type { RouteContext } from './context.ts';
import { getParam } from './query.ts';

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
