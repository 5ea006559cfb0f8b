import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { createUlidAfter, isTaskId } from '../../kernel/ids.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { PlaneEvent, RunRecord, TaskRecord } from '../../kernel/tasks.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { parseOutput } from '../../protocols/output/index.ts';
import { splitAtLog, WORK_LOG } from '../../protocols/tasks/index.ts';
import { explainTasks, getTaskId, showTask, type ExplainPlatform } from '../tasks/index.ts';
import { viewAudit } from './governance-view.ts';
import { viewHandoff, viewMessages } from './handoff-view.ts';
import { findCards, toTaskCard } from './task-page.ts';
import type { AuditView, HandoffView, OutputView, TaskCost, TaskDetail } from './types.ts';

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

/** The latest ones are shown; how many came before is said. */
const MAX_EVENTS = 500;

interface TaskStory {
  readonly events: readonly PlaneEvent[];
  readonly earlier: number;
}

/** What happened to one task, oldest first. */
async function readTaskStory(platform: Pick<Platform, 'tasks'>, task: TaskRecord): Promise<TaskStory> {
  const store = await platform.tasks();
  const events: PlaneEvent[] = [];
  let earlier = 0;
  for await (const event of store.readEvents(firstId(task.createdAt), { taskIds: [task.id] })) {
    events.push(event);
    if (events.length <= MAX_EVENTS) continue;
    events.shift();
    earlier += 1;
  }
  return { events, earlier };
}

/** No event of a task is older than the task. A day more, as clocks of several machines differ. */
const firstId = (createdAt: string): string =>
  createUlidAfter(undefined, Math.max(0, Date.parse(createdAt) - DAY_MS), { bytes: (size) => new Uint8Array(size) });

/** Every run of a task, oldest first, as its events tell it; the last one as it is on record. */
export function planRuns(taskId: string, events: readonly PlaneEvent[], current: RunRecord | undefined): RunRecord[] {
  const runs = new Map<string, RunRecord>();
  for (const event of events) {
    if (event.runId === undefined) continue;
    const known = runs.get(event.runId);
    if (event.type === 'lease.acquired') runs.set(event.runId, begin(taskId, event, event.runId, runs.size + 1));
    else if (known !== undefined) runs.set(event.runId, follow(known, event));
  }
  if (current !== undefined) runs.set(current.runId, current);
  return [...runs.values()];
}

function begin(taskId: string, { timestamp, payload, actor }: PlaneEvent, runId: string, attempt: number): RunRecord {
  const agentId = typeof payload['agent'] === 'string' ? payload['agent'] : actor;
  return { taskId, runId, agentId, attempt, startedAt: timestamp, status: 'running', artifactPaths: [] };
}

const ENDINGS: Readonly<Record<string, RunRecord['status']>> = {
  'task.completed': 'completed',
  'lease.expired': 'expired',
  'task.reclaimed': 'expired',
  'dispatch.failed': 'failed',
  'dispatch.silent': 'failed',
  'dispatch.ended': 'failed',
  'lease.released': 'failed',
};

/** The first thing said about an ending counts: a released lease after a report is no failure. */
function follow(run: RunRecord, { type, timestamp }: PlaneEvent): RunRecord {
  const status = ENDINGS[type];
  return status === undefined || run.status !== 'running' ? run : { ...run, status, endedAt: timestamp };
}

const MAX_BYTES = 256 * 1024;

interface Spent {
  readonly id: string;
  readonly text: string;
  readonly workLog: string;
  readonly handoff: HandoffView | undefined;
  readonly outputs: readonly OutputView[];
}

/** What reading a task costs an agent, part by part, and what its agents reported. */
async function measureCost(
  { tokens }: Pick<Platform, 'tokens'>,
  store: TaskStore,
  { id, text, workLog, handoff, outputs }: Spent,
): Promise<TaskCost> {
  const left: string[] = [];
  for (const { path, sizeBytes } of outputs) {
    if (sizeBytes > MAX_BYTES) continue;
    left.push((await store.readArtifact(id, path))?.toString('utf8') ?? '');
  }
  const [ofText = 0, ofLog = 0, ofHandoff = 0, ...ofOutputs] = await tokens.countAll([
    text,
    workLog,
    handoff?.markdown ?? '',
    ...left,
  ]);
  const reported = left.flatMap(findReported);
  return {
    method: tokens.method,
    text: ofText,
    workLog: ofLog,
    handoff: handoff?.tokens?.total ?? ofHandoff,
    outputs: sum(ofOutputs),
    ...(reported.length === 0 ? {} : { reported: sum(reported) }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Agents say it among the metrics of their answer: `tokens: 18,200`. */
function findReported(text: string): number[] {
  if (!text.includes('METRICS')) return [];
  return parseOutput(text).metrics.flatMap(({ key, value }) => {
    const count = /^tokens(?:[ _-]?(?:used|total))?$/i.test(key) ? Number(value.replaceAll(/[,_ ]/g, '')) : Number.NaN;
    return Number.isSafeInteger(count) && count >= 0 ? [count] : [];
  });
}
