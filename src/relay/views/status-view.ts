import { basename } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TaskRecord, TaskStatus } from '../../kernel/tasks.ts';
import { VERSION } from '../../kernel/version.ts';
import { listPersonMoves } from '../../protocols/tasks/index.ts';
import { listRestricted } from '../govern/index.ts';
import {
  findHandoff,
  listNext,
  readLockState,
  readTexts,
  scanFilesCached,
  type ActionRow,
  type Handoff,
} from '../project/index.ts';
import { explainTasks, listTasks, readAgents, type ExplainPlatform } from '../tasks/index.ts';
import type { Overview } from './types.ts';

export interface StatusView {
  readonly project: string;
  /** What the last handoff says of the project; undefined without a manifest that can be read. */
  readonly context?: string;
  /** Whether there are handoff files, and a manifest of them that can be read. */
  readonly state: 'none' | 'no-manifest' | 'ok';
  readonly session?: { readonly agent: string; readonly started: string; readonly isAlive: boolean };
  readonly next: { readonly ready: readonly ActionRow[]; readonly blocked: number };
  readonly counts: Readonly<Partial<Record<TaskStatus, number>>>;
  /** Tasks that are not finished, those that need a person first. */
  readonly tasks: readonly StatusTask[];
  /** Agents that may not hand over until a person reconciles them. */
  readonly restricted: readonly string[];
  readonly findings: { readonly errors: number; readonly warnings: number };
}

export interface StatusTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly agent?: string;
  readonly why?: string;
}

type StatusPlatform = ExplainPlatform &
  Pick<Platform, 'audit' | 'disk' | 'facts' | 'processes' | 'project' | 'scanner'>;

/** The project now, for one screen. Reads only. */
export async function viewStatus(platform: StatusPlatform): Promise<StatusView> {
  const handoff = await findHandoff(platform);
  const live = await listTasks(platform, {});
  const waits = await explainTasks(platform, live);
  const context = handoff?.manifest?.quick_context;
  return {
    project: handoff?.manifest?.project ?? basename(platform.project.root),
    ...given({ context }),
    state: handoff === undefined ? 'none' : handoff.manifest === undefined ? 'no-manifest' : 'ok',
    ...(handoff === undefined ? {} : await viewSession(platform, handoff)),
    next: handoff === undefined ? { ready: [], blocked: 0 } : await viewNext(platform, handoff),
    counts: await (await platform.tasks()).count(),
    tasks: live.map((task) => viewTask(task, waits.get(task.id)?.text)).sort(byUrgency),
    restricted: await viewRestricted(platform),
    findings: handoff === undefined ? { errors: 0, warnings: 0 } : await countFindings(platform, handoff),
  };
}

async function viewSession(platform: StatusPlatform, handoff: Handoff): Promise<Pick<StatusView, 'session'>> {
  const state = await readLockState(platform, handoff);
  if (state.kind === 'free') return {};
  return { session: { agent: state.lock.agent, started: state.lock.started, isAlive: state.kind === 'held' } };
}

async function viewNext(platform: StatusPlatform, handoff: Handoff): Promise<StatusView['next']> {
  const { ready, active, blocked } = await listNext(platform, handoff);
  return { ready: ready.length > 0 ? ready : active, blocked: blocked.length };
}

function viewTask({ id, title, status, lease, routing }: TaskRecord, why: string | undefined): StatusTask {
  const agent = lease?.agent ?? routing.agent;
  return { id, title, status, ...given({ agent, why }) };
}

/** What a person can do something about comes first. */
const URGENCY: readonly TaskStatus[] = ['blocked', 'review', 'deadletter', 'in-progress', 'ready', 'backlog'];

const byUrgency = (a: StatusTask, b: StatusTask): number =>
  URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status) || (a.id < b.id ? -1 : 1);

async function viewRestricted(platform: StatusPlatform): Promise<readonly string[]> {
  try {
    const { blocked, held } = await listRestricted(platform);
    return [...blocked.map((id) => `${id} is blocked`), ...held.map((id) => `${id} is held`)];
  } catch (error) {
    if (isBatonError(error, 'REGISTRY_NOT_FOUND') || isBatonError(error, 'REGISTRY_INVALID')) return [];
    throw error;
  }
}

async function countFindings(platform: StatusPlatform, handoff: Handoff): Promise<StatusView['findings']> {
  const texts = readTexts(handoff);
  const files = [...texts].map(([name, text]) => ({ name, text }));
  const found = await scanFilesCached(platform, files, texts, '-status');
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: found.length - errors };
}

export async function viewOverview(platform: Pick<Platform, 'files' | 'project' | 'tasks'>): Promise<Overview> {
  const store = await platform.tasks();
  const { agents } = await readAgents(platform);
  return {
    version: VERSION,
    project: basename(platform.project.root),
    counts: await store.count(),
    moves: listPersonMoves(),
    agents: agents.map(({ id }) => id),
  };
}
