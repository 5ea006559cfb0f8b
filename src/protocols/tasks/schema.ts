import type { JsonObject } from '../../kernel/json.ts';
import type { TaskStatus } from '../../kernel/tasks.ts';
import type { SchemaError } from './validators/task.gen.js';

export const MESSAGE_TYPES = [
  'handoff.request',
  'handoff.accepted',
  'handoff.rejected',
  'status.update',
  'completion.report',
] as const;
export type ProtocolMessageType = (typeof MESSAGE_TYPES)[number];

export interface ProtocolEnvelope {
  readonly protocol: 'aof';
  readonly version: 1;
  readonly type: string;
  readonly taskId: string;
  readonly parentTaskId?: string;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly sentAt: string;
  readonly messageId?: string;
  readonly runId?: string;
  readonly traceId?: string;
  readonly signature?: string;
  readonly payload: JsonObject;
}

export interface CompletionReportPayload {
  readonly taskId?: string;
  readonly agentId?: string;
  readonly completedAt?: string;
  readonly outcome: 'done' | 'blocked' | 'needs_review' | 'partial';
  readonly summaryRef?: string;
  readonly handoffRef?: string;
  readonly deliverables?: readonly string[];
  readonly tests?: { readonly total: number; readonly passed: number; readonly failed: number };
  readonly blockers?: readonly string[];
  readonly notes?: string;
}

export interface StatusUpdatePayload {
  readonly taskId?: string;
  readonly agentId?: string;
  readonly status?: TaskStatus;
  readonly progress?: string;
  readonly blockers?: readonly string[];
  readonly notes?: string;
  readonly reason?: string;
}

export interface HandoffRequestPayload {
  readonly taskId?: string;
  readonly parentTaskId?: string;
  readonly fromAgent?: string;
  readonly toAgent?: string;
  readonly title?: string;
  readonly acceptanceCriteria?: readonly string[];
  readonly expectedOutputs?: readonly string[];
  readonly contextRefs?: readonly string[];
  readonly constraints?: readonly string[];
  readonly dueBy?: string;
}

export interface HandoffAckPayload {
  readonly taskId?: string;
  readonly reason?: string;
  readonly requeue?: boolean;
}

/** The first few faults in words: `/payload/outcome must be one of …`. */
export function describeErrors(errors: readonly SchemaError[] | null | undefined): string {
  const words = (errors ?? []).slice(0, 5).map((error) => {
    const where = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `;
    const allowed = error.params['allowedValues'];
    return `${where}${error.message ?? error.keyword}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
  });
  return words.join('; ') || 'it does not have the required form';
}
