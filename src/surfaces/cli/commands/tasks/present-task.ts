import type { TaskEntry, TaskRecord } from '../../../../kernel/tasks.ts';
import type { Style } from '../../style.ts';

/** The stable keys of an agent's commands. */
export const toRunData = ({ run, heartbeat, task, checkpoint }: TaskEntry): Record<string, unknown> | null =>
  run === undefined
    ? null
    : {
        run_id: run.runId,
        agent: run.agentId,
        session: run.sessionId ?? null,
        attempt: run.attempt,
        fence: task.lease?.fence ?? null,
        status: run.status,
        expires_at: task.lease?.expiresAt ?? null,
        beat_count: heartbeat?.beatCount ?? 0,
        checkpoint: heartbeat?.checkpoint ?? checkpoint ?? null,
      };

export function renderRow(task: TaskRecord, style: Style): string[] {
  const who =
    task.lease?.agent ??
    task.metadata.handoff?.to ??
    task.routing.agent ??
    task.routing.role ??
    task.routing.team ??
    '';
  const why = task.metadata.block === undefined ? '' : `${task.metadata.block.kind}: ${task.metadata.block.reason}`;
  const waits = task.status === 'ready' && task.dependsOn.length > 0 ? `after ${task.dependsOn.join(', ')}` : '';
  return [style.bold(task.id), task.status, task.priority, who, task.title, style.dim(why || waits)];
}

export function renderTask({ task, run, result }: TaskEntry, style: Style): string {
  const lines = [
    `${style.bold(task.id)}  ${task.title}`,
    `${task.status}, ${task.priority}, rev ${task.rev}, made ${task.createdAt} by ${task.createdBy}`,
    ...(task.parentId === undefined ? [] : [`child of ${task.parentId}`]),
    ...(task.dependsOn.length === 0 ? [] : [`waits for ${task.dependsOn.join(', ')}`]),
    ...(task.metadata.block === undefined
      ? []
      : [`blocked (${task.metadata.block.kind}): ${task.metadata.block.reason}`]),
    ...(task.lease === undefined
      ? []
      : [`held by ${task.lease.agent} until ${task.lease.expiresAt}, run ${task.lease.runId}`]),
    ...(run === undefined || task.lease !== undefined
      ? []
      : [`last run ${run.runId} by ${run.agentId}: ${run.status}`]),
    ...(result === undefined
      ? []
      : [`reported ${result.outcome}${result.notes === undefined ? '' : `: ${result.notes}`}`]),
  ];
  return lines.join('\n');
}
