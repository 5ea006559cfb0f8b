import { renderIsoTime, type ArtifactWrite, type CompletionOutcome } from '../../kernel/index.ts';
import type { ProtocolEnvelope, RouteResult } from '../../protocols/tasks/index.ts';
import type { Platform } from '../platform.ts';
import { defined } from './new-task.ts';
import { routeMessage } from './route-message.ts';

export interface CompleteRequest {
  readonly id: string;
  readonly agent: string;
  readonly dryRun?: boolean;
  readonly runId?: string;
  readonly outcome: CompletionOutcome;
  readonly notes?: string;
  readonly blockers?: readonly string[];
  readonly deliverables?: readonly string[];
  /** Texts for outputs/summary.md and outputs/handoff.md. */
  readonly summary?: string;
  readonly handoff?: string;
}

/** The same as a completion.report: the router decides. */
export async function complete(platform: Platform, request: CompleteRequest): Promise<RouteResult> {
  const { id, agent, runId, outcome, notes, blockers, deliverables, summary, handoff } = request;
  const now = renderIsoTime(platform.clock.now());
  const summaryRef = summary === undefined ? undefined : 'outputs/summary.md';
  const handoffRef = handoff === undefined ? undefined : 'outputs/handoff.md';
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: 'completion.report',
    taskId: id,
    fromAgent: agent,
    toAgent: 'baton',
    sentAt: now,
    ...defined({ runId }),
    payload: {
      taskId: id,
      agentId: agent,
      completedAt: now,
      outcome,
      ...defined({ notes, blockers, deliverables, summaryRef, handoffRef }),
    },
  };
  const artifacts: ArtifactWrite[] = [
    ...(summary === undefined ? [] : [{ taskId: id, path: 'outputs/summary.md', content: summary }]),
    ...(handoff === undefined ? [] : [{ taskId: id, path: 'outputs/handoff.md', content: handoff }]),
  ];
  return await routeMessage(platform, message, { isLocal: true, artifacts, ...defined({ dryRun: request.dryRun }) });
}
