import { given } from '../../kernel/given.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { explainTasks, getTaskId, showTask, type ExplainPlatform } from '../tasks/index.ts';
import { viewAudit } from './audit-view.ts';
import { viewHandoff } from './handoff-view.ts';
import { splitAtLog, WORK_LOG } from '../../protocols/tasks/index.ts';
import { viewMessages } from './messages-view.ts';
import { viewOutputs } from './output-view.ts';
import { planRuns } from './plan-runs.ts';
import { toTaskCard } from './task-card.ts';
import { measureCost } from './task-cost.ts';
import { findCards } from './task-page.ts';
import { readTaskStory } from './task-story.ts';
import type { AuditView, TaskDetail } from './types.ts';

const POINTER = /^subtasks\/(TASK-[\d-]+)\.md$/;
const MAX_CHILDREN = 200;

/** Everything about one task, on one page. */
export async function viewTask(
  platform: ExplainPlatform & Pick<Platform, 'audit' | 'facts' | 'git' | 'tokens'>,
  id: string,
): Promise<TaskDetail> {
  const { entry, body, artifacts } = await showTask(platform, await getTaskId(platform, id));
  const { task, run } = entry;
  const store = await platform.tasks();
  const { events, earlier } = await readTaskStory(platform, task);
  const [handoff, outputs, audit] = [
    await viewHandoff(platform, store, task.id, artifacts),
    await viewOutputs(store, task.id, artifacts),
    await auditOf(platform, task),
  ];
  const [parent] = task.parentId === undefined ? [] : await findCards(platform, [task.parentId]);
  const { text, log } = splitAtLog(body, WORK_LOG);
  const children = artifacts.flatMap((path) => POINTER.exec(path)?.[1] ?? []).filter(isTaskId);
  return {
    card: toTaskCard(task, (await explainTasks(platform, [task])).get(task.id)),
    entry,
    body,
    text: text.trim(),
    messages: await viewMessages(store, task.id, artifacts),
    cost: await measureCost(platform, store, { id: task.id, text, workLog: log, handoff, outputs }),
    runs: planRuns(task.id, events, run),
    events,
    earlierEvents: earlier,
    ...given({ handoff }),
    outputs,
    audit,
    ...given({ parent }),
    children: await findCards(platform, children.slice(0, MAX_CHILDREN)),
  };
}

/**
 * A file of the task's folder as text, or its last bytes. Only names the store lists are read: a path from outside
 * leads nowhere else.
 */
export async function readTaskFile(
  platform: Pick<Platform, 'tasks'>,
  id: string,
  path: string,
  tailBytes?: number,
): Promise<string> {
  const store = await platform.tasks();
  const isKnown = (await store.listArtifacts(assertTaskId(id))).includes(path);
  const bytes = isKnown ? await store.readArtifact(id, path) : undefined;
  if (bytes !== undefined) return (tailBytes === undefined ? bytes : bytes.subarray(-tailBytes)).toString('utf8');
  throw new BatonError('FILE_NOT_FOUND', `${id} has no file ${path.slice(0, 120)}`, { id, path });
}

function assertTaskId(text: string): string {
  if (isTaskId(text)) return text;
  throw new BatonError('TASK_NOT_FOUND', `there is no task ${text.slice(0, 60)}`, { id: text });
}

async function auditOf(
  platform: Pick<Platform, 'audit' | 'facts' | 'project'>,
  { metadata }: TaskRecord,
): Promise<readonly AuditView[]> {
  if (metadata.traceId === undefined) return [];
  try {
    return await viewAudit(platform, metadata.traceId);
  } catch (error) {
    if (isBatonError(error, 'AUDIT_ENTRY_NOT_FOUND')) return [];
    throw error;
  }
}
