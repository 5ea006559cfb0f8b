import { isTaskId } from '../../../../kernel/ids.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import type { RunRecord, RunResult, TaskEntry, TaskRecord } from '../../../../kernel/tasks.ts';
import { describeRun, readTask, type Reported, type RoutedMessage } from '../../../../relay/tasks/index.ts';
import type { Outcome } from '../../command.ts';
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
      : [`last run ${run.runId} by ${run.agentId}: ${renderRun(run, result)}`]),
    ...(result === undefined
      ? []
      : [`reported ${result.outcome}${result.notes === undefined ? '' : `: ${result.notes}`}`]),
  ];
  return lines.join('\n');
}

/** A run that waits for a person has not failed. */
function renderRun({ status, exit, endedBy }: RunRecord, result: RunResult | undefined): string {
  const state = result?.outcome === 'blocked' ? 'waiting for a person' : status;
  return [state, exit?.how, ...(endedBy === undefined ? [] : [`ended by ${endedBy.by}`])]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** What came of a message, with the task as it is now. */
export async function presentRouting(
  platform: Pick<Platform, 'tasks'>,
  routed: RoutedMessage,
  isDryRun: boolean,
): Promise<Outcome> {
  const { governance = null, ...result } = routed;
  const isFine = result.outcome === 'applied' || result.outcome === 'unchanged' || result.outcome === 'duplicate';
  const isThere = isFine && !isDryRun && isTaskId(result.taskId);
  const entry = isThere ? await readTask(platform, result.taskId) : undefined;
  return {
    kind: 'value',
    data: { task: entry?.task ?? null, run: entry === undefined ? null : describeRun(entry), result, governance },
    text: (style) =>
      entry === undefined ? renderResult(routed, isFine, style) : `${renderTask(entry, style)}${renderTokens(routed)}`,
    exit: isFine ? 0 : 1,
  };
}

function renderResult(routed: RoutedMessage, isFine: boolean, style: Style): string {
  const { outcome, reason, governance } = routed;
  const ref = governance?.audit_ref ?? null;
  const fine = `${style.green(outcome)}${reason === undefined ? '' : `: ${reason}`}`;
  return [
    isFine ? fine : renderRefusal(routed, style),
    ...(ref === null ? [] : [style.dim(`on record as ${ref}`)]),
  ].join('\n');
}

/** Why a message was refused, and what its sender can do, as an error says it. */
export const renderRefusal = ({ outcome, reason, hint, code }: RoutedMessage, style: Style): string =>
  [
    `${style.red('refused')}: ${reason ?? outcome}`,
    ...(hint === undefined ? [] : [`  ${hint} ${style.dim(`(${code})`)}`]),
  ].join('\n');

function renderTokens(
  routed: RoutedMessage & { readonly tokens?: { readonly before: number; readonly after: number } },
) {
  const { tokens } = routed;
  if (tokens === undefined || tokens.before === tokens.after) return '';
  return `\nhandoff document: ${tokens.before} → ${tokens.after} tokens`;
}

/** The store was away for too long: the report is on this machine, and the caller has done its part. */
export const presentKept = ({ path, reason }: Extract<Reported<unknown>, { kind: 'kept' }>): Outcome => ({
  kind: 'value',
  data: { task: null, run: null, kept: { path, reason } },
  text: (style) =>
    `${style.yellow('kept')}: the database is away (${reason}); the report is in ${path} and is delivered when it is back`,
});
