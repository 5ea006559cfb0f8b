import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import {
  failRun,
  getEntry,
  openChildrenOf,
  planSettle,
  TaskEdit,
  withParentTold,
  type RouteResult,
} from '../../../protocols/tasks/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { readAgents } from '../agents/agents.ts';
import { routeEvent, type RouteOptions } from '../messages/route-message.ts';
import { toRules } from './rules.ts';
import { tick } from './scheduler-pass.ts';

export interface HostEventResult {
  readonly event: 'message_received' | 'session_end';
  readonly routed: RouteResult | null;
  /** The task whose session ended. */
  readonly taskId: string | null;
}

/** What a host tells: a message came in, or a session ended. One pass of the scheduler follows. */
export async function receiveHostEvent(
  platform: Pick<
    Platform,
    | 'audit'
    | 'clock'
    | 'disk'
    | 'executors'
    | 'facts'
    | 'files'
    | 'git'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  event: string,
  payload: unknown,
  proof: Pick<RouteOptions, 'secret' | 'findSecret'> = {},
): Promise<HostEventResult> {
  if (event === 'message_received') {
    const routed = (await routeEvent(platform, payload, proof)) ?? null;
    if (routed !== null) await tick(platform, { dryRun: false });
    return { event, routed, taskId: routed?.taskId ?? null };
  }
  if (event !== 'session_end')
    throw new BatonError('INPUT_INVALID', `there is no event ${event}`, { hint: 'message_received or session_end' });
  const taskId = await endSession(platform, findSession(payload));
  await tick(platform, { dryRun: false });
  return { event, routed: null, taskId: taskId ?? null };
}

/** Applies the report of a run whose session has ended; one without a report has failed. Nothing if it is settled. */
async function endSession(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  sessionId: string | undefined,
): Promise<string | undefined> {
  if (sessionId === undefined) return undefined;
  const store = await platform.tasks();
  const { running } = await store.survey({ now: platform.clock.now(), perRoute: 0 });
  const entry = running.find((one) => one.entry.run?.sessionId === sessionId)?.entry;
  if (entry === undefined) return undefined;
  const { id, parentId } = entry.task;
  const rules = toRules(platform.project.settings.values, (await readAgents(platform)).teamLimits);
  await store.change(parentId === undefined ? [id] : [id, parentId], (lookup) => {
    const now = getEntry(lookup, id);
    const acting = { actor: now.run?.agentId ?? 'host', now: platform.clock.now() };
    if (now.task.status !== 'in-progress' || now.run?.sessionId !== sessionId) return { result: null };
    if (now.result !== undefined)
      return {
        ...planSettle(
          now,
          { review: platform.project.settings.values.review, openChildren: openChildrenOf(lookup, id) },
          acting,
        ),
        result: null,
      };
    const edit = new TaskEdit(now, acting).log('dispatch.ended', { reason: 'the session ended without a report' });
    return {
      ...withParentTold(
        lookup,
        failRun(edit, 'no-completion', 'the session ended without a report', rules, acting.now),
        acting,
      ),
      result: null,
    };
  });
  return id;
}

function findSession(payload: unknown): string | undefined {
  if (!isJsonObject(payload)) return undefined;
  for (const key of ['sessionId', 'sessionKey', 'session_id', 'runId']) {
    const value = payload[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
