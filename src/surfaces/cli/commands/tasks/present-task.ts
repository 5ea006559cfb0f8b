import type { RunRecord, RunResult, TaskEntry, TaskRecord } from '../../../../kernel/tasks.ts';
import type { Style } from '../../style.ts';

/** For a caller who was refused: who holds a task and in which run is not told. */
export function withoutLease({ lease: _lease, ...task }: TaskRecord): Omit<TaskRecord, 'lease'> {
  return task;
}

export function renderRow(task: TaskRecord, style: Style, why: string | undefined): string[] {
  const who =
    task.lease?.agent ??
    task.metadata.handoff?.to ??
    task.routing.agent ??
    task.routing.role ??
    task.routing.team ??
    '';
  return [style.bold(task.id), task.status, task.priority, who, task.title, style.dim(why ?? '')];
}

export function renderTask({ task, run, result }: TaskEntry, style: Style, why?: string): string {
  const lines = [
    `${style.bold(task.id)}  ${task.title}`,
    `${task.status}, ${task.priority}, rev ${task.rev}, created ${task.createdAt} by ${task.createdBy}`,
    ...(task.metadata.imported === undefined
      ? []
      : [`imported from ${task.metadata.imported.from}:${task.metadata.imported.id}`]),
    ...(task.metadata.labels === undefined ? [] : [`labels ${task.metadata.labels.join(', ')}`]),
    ...(task.parentId === undefined ? [] : [`child of ${task.parentId}`]),
    ...(why === undefined ? [] : [style.yellow(why)]),
    ...(task.dependsOn.length === 0 || why !== undefined ? [] : [`waits for ${task.dependsOn.join(', ')}`]),
    ...(task.metadata.block === undefined || why !== undefined
      ? []
      : [`blocked (${task.metadata.block.kind}): ${task.metadata.block.reason}`]),
    ...(task.lease === undefined
      ? []
      : [`held by ${task.lease.agent} until ${task.lease.expiresAt}, run ${task.lease.runId}`]),
    ...(run === undefined || task.lease !== undefined
      ? []
      : [`last run ${run.runId} by ${run.agentId}: ${describeRun(run, result)}`]),
    ...(result === undefined
      ? []
      : [`reported ${result.outcome}${result.notes === undefined ? '' : `: ${result.notes}`}`]),
  ];
  return lines.join('\n');
}

/** A run that waits for a person has not failed. */
function describeRun({ status, exit, endedBy }: RunRecord, result: RunResult | undefined): string {
  const state = result?.outcome === 'blocked' ? 'waiting for a person' : status;
  return [state, exit?.how, ...(endedBy === undefined ? [] : [`ended by ${endedBy.by}`])]
    .filter((part) => part !== undefined)
    .join(', ');
}
