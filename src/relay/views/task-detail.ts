import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import { parseOutput } from '../../protocols/output/index.ts';
import { splitAtLog, WORK_LOG } from '../../protocols/tasks/index.ts';
import { explainTasks, getTaskId, showTask, type ExplainPlatform } from '../tasks/index.ts';
import { viewAudit } from './audit-view.ts';
import { viewHandoff } from './handoff-view.ts';
import { viewMessages } from './messages-view.ts';
import { findCards, toTaskCard } from './task-page.ts';
import { measureCost } from './task-cost.ts';
import { planRuns, readTaskStory } from './task-story.ts';
import type { AuditView, OutputView, TaskDetail } from './types.ts';

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

/** An answer is short by its nature; in larger files nobody looks for one. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_OUTPUTS = 100;

/** The files a task left, those that hold an agent's answer with what it says. */
async function viewOutputs(store: TaskStore, id: string, artifacts: readonly string[]): Promise<OutputView[]> {
  const paths = artifacts.filter((path) => path.startsWith('outputs/')).slice(0, MAX_OUTPUTS);
  const outputs: OutputView[] = [];
  for (const path of paths) {
    const bytes = await store.readArtifact(id, path);
    if (bytes === undefined) continue;
    const answer = bytes.length > MAX_ANSWER_BYTES ? undefined : findAnswer(bytes.toString('utf8'));
    outputs.push({ path, sizeBytes: bytes.length, ...given({ answer }) });
  }
  return outputs;
}

function findAnswer(text: string): OutputView['answer'] {
  if (!text.includes('STATUS')) return undefined;
  const { status, bullets, summary, detailsFile, level } = parseOutput(text);
  if (level === 'none') return undefined;
  const lines = bullets.length > 0 ? bullets : summary === undefined ? [] : [summary];
  return { status, summary: lines, detailsFile: detailsFile ?? null };
}
