import { join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { TaskLookup, Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord } from '../../kernel/tasks.ts';
import { findClaimObstacle, getEntry, matches, planClaim, type AgentProfile } from '../../protocols/tasks/index.ts';
import { readAgents } from './agents/agents.ts';
import { changeOrPreview } from './change-task.ts';
import { placeInputs } from './messages/place-inputs.ts';
import type { Brief, BriefPlatform } from './runs/brief.ts';
import type { BriefDoor } from './runs/brief-door.ts';

export interface ClaimTaskRequest {
  /** Without it, the first task this agent can take. */
  readonly id?: string;
  readonly agent: string;
  readonly dryRun?: boolean;
  readonly ttlMs?: number;
}

/** Undefined if there is nothing for this agent now. */
export async function claim(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'tasks'>,
  request: ClaimTaskRequest,
): Promise<TaskEntry | undefined> {
  const claimed = await claimOne(platform, request);
  if (claimed === undefined || request.dryRun === true) return claimed;
  const { id, status } = claimed.task;
  await placeInputs(platform, id, join(platform.project.dataDir, 'tasks', status, id));
  return claimed;
}

async function claimOne(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'tasks'>,
  request: ClaimTaskRequest,
): Promise<TaskEntry | undefined> {
  const store = await platform.tasks();
  const { id, agent } = request;
  const profile = (await readAgents(platform)).agents.find((known) => known.id === agent) ?? { id: agent, tags: [] };
  const now = platform.clock.now();
  const wanted = {
    agent,
    actor: agent,
    now,
    runId: createUlidAfter(undefined, now, platform.random),
    ttlMs: request.ttlMs ?? leaseMs(platform),
  };
  const fits = fitsAgent(profile);
  if (id === undefined && request.dryRun !== true && store.claimFirst !== undefined)
    return await store.claimFirst(wanted, fits);
  return await changeOrPreview(store, request)(id === undefined ? [] : [id], (lookup) => {
    const entry = id === undefined ? findFirst(lookup, fits) : getClaimable(lookup, id);
    return entry === undefined ? { result: undefined } : planClaim(entry, wanted);
  });
}

const leaseMs = (platform: Pick<Platform, 'project'>): number =>
  platform.project.settings.values['tasks.leaseSeconds'] * 1_000;

function fitsAgent(profile: Pick<AgentProfile, 'id' | 'role' | 'team' | 'tags'>): (task: TaskRecord) => boolean {
  const agent = { ...profile, executor: 'pull' as const, concurrency: 1 };
  return (task) => matches(task, agent) && findClaimObstacle(task, agent.id) === undefined;
}

function findFirst(lookup: TaskLookup, fits: (task: TaskRecord) => boolean): TaskEntry | undefined {
  for (const entry of lookup.claimable(fits)) return entry;
  return undefined;
}

function getClaimable(lookup: TaskLookup, id: string): TaskEntry {
  const entry = getEntry(lookup, id);
  const open = entry.task.dependsOn.filter(
    (other) => lookup.statusOf(other) !== 'done' && entry.task.metadata.skipped?.includes(other) !== true,
  );
  if (open.length === 0 || entry.task.status !== 'ready') return entry;
  throw new BatonError('TASK_NOT_CLAIMABLE', `${id} waits for ${open.join(', ')}`, { id, waitsFor: open });
}

/** What the agent of a run is told, the same whether it was started or claimed by itself. */
export const readBrief = async (
  platform: BriefPlatform,
  { task, run }: TaskEntry,
  door?: BriefDoor,
): Promise<Brief> => {
  const entry = await (await platform.tasks()).find(task.id);
  if (entry === undefined || entry.run?.runId !== run?.runId)
    throw new BatonError('LEASE_NOT_YOURS', `${task.id} was taken from this run`, { id: task.id });
  // Building a brief is most of the code here: a plain claim does not load it.
  const { composeBrief } = await import('./runs/brief.ts');
  const folder = join(platform.project.dataDir, 'tasks', entry.task.status, task.id);
  return await composeBrief(platform, entry, folder, door);
};
