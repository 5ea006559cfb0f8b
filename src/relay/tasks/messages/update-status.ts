import { given } from '../../../kernel/given.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import type { RouteResult } from '../../../protocols/tasks/index.ts';
import { routeMessage, type MessagePlatform } from './route-message.ts';

export interface UpdateStatusRequest {
  readonly id: string;
  readonly agent: string;
  readonly runId: string;
  /** Of the run that acts. */
  readonly secret?: string;
  /** Of a status.update: status, progress, blockers, notes. */
  readonly payload: JsonObject;
}

/** The same as a status.update: the router decides. */
export async function updateStatus(platform: MessagePlatform, request: UpdateStatusRequest): Promise<RouteResult> {
  const { id, agent, runId, payload } = request;
  return await routeMessage(
    platform,
    {
      protocol: 'aof',
      version: 1,
      type: 'status.update',
      taskId: id,
      fromAgent: agent,
      toAgent: 'baton',
      sentAt: renderIsoTime(platform.clock.now()),
      runId,
      payload: { taskId: id, agentId: agent, ...payload },
    },
    { isLocal: true, ...given({ secret: request.secret }) },
  );
}
