import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { planComment, planTaskEdit, type TaskEditRequest } from '../../protocols/tasks/index.ts';

/** An act of a person on a task. */
export interface PersonRequest {
  readonly id: string;
  readonly by: string;
  readonly dryRun?: boolean;
  /** The run that the caller itself is, if it is one. */
  readonly callerRun?: string;
}

/** An agent could otherwise take a task from another one, or send its own back as if a person had looked at it. */
export function assertPerson({ callerRun }: Pick<PersonRequest, 'callerRun'>, what: string): void {
  if (callerRun === undefined) return;
  throw new BatonError('PERSON_ONLY', `only a person can ${what}; this is run ${callerRun}`, { runId: callerRun });
}

/**
 * Taking a live lease away is an operator's act: a run that could do it would take work from others, or end its own
 * without a report. Gives the words that record who did it, or undefined if nothing is taken.
 */
export function assertOperator(
  { clock, facts, project }: Pick<Platform, 'clock' | 'facts' | 'project'>,
  entry: TaskEntry | undefined,
): string | undefined {
  const lease = entry?.task.lease;
  if (lease === undefined || Date.parse(lease.expiresAt) <= clock.now()) return undefined;
  if (project.authority.isRun)
    throw new BatonError('LEASE_HELD', `${entry?.task.id ?? ''} is held: only an operator can take away a live lease`, {
      id: entry?.task.id,
      hint: 'report how your own run ended with baton complete',
    });
  return `the lease of ${lease.agent} was taken away by ${facts.user} on ${facts.host}`;
}

export interface EditTaskRequest extends PersonRequest {
  readonly fields: Omit<TaskEditRequest, 'actor' | 'now'>;
}

/** Changes title, text, priority, routing, due date and the like. */
export async function editTask(
  platform: Pick<Platform, 'clock' | 'facts' | 'project' | 'tasks'>,
  request: EditTaskRequest,
): Promise<TaskEntry> {
  const { id, by, fields } = request;
  const store = await platform.tasks();
  // A run may edit what nobody holds; who holds a task is not given another one by an agent.
  if (platform.project.authority.isRun) assertOperator(platform, await store.find(id));
  const edit = { ...fields, actor: by, now: platform.clock.now() };
  return await changeOrPreview(store, request)([id], (lookup) => planTaskEdit(lookup, id, edit));
}

interface CommentTaskRequest extends PersonRequest {
  readonly text: string;
}

/** Says something to the agent that works on the task next. */
export async function commentTask(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  request: CommentTaskRequest,
): Promise<TaskEntry> {
  assertPerson(request, 'comment on a task as a person');
  const { id, by, text } = request;
  const comment = { actor: by, now: platform.clock.now(), text };
  return await changeOrPreview(await platform.tasks(), request)([id], (lookup) => planComment(lookup, id, comment));
}

/** Nothing is stored in a dry run, and no lock taken. */
export const changeOrPreview = (store: TaskStore, { dryRun }: { readonly dryRun?: boolean }): TaskStore['change'] =>
  dryRun === true ? store.preview.bind(store) : store.change.bind(store);
