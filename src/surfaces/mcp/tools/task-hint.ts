import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import { isFinished } from '../../../kernel/tasks.ts';
import type { Wait } from '../../../protocols/tasks/index.ts';
import { explainTasks, type BriefDoor, type ExplainPlatform } from '../../../relay/tasks/index.ts';
import { hintForTools } from '../hint-for-tools.ts';

/** Why a task does not move, for a client without a shell. */
export const waitForTools = (wait: Wait | undefined): Wait | null =>
  wait === undefined ? null : { ...wait, text: hintForTools(wait.text) };

/** Who has to act on a task that takes no report and no claim now. Undefined if it is only held by another run. */
export async function findTaskHint(platform: ExplainPlatform, id: string): Promise<string | undefined> {
  const entry = isTaskId(id) ? await (await platform.tasks()).find(id) : undefined;
  if (entry === undefined) return undefined;
  const { task } = entry;
  if (isFinished(task.status))
    return `${id} is ${task.status}: nothing is left to do; call baton_claim for another task`;
  const wait = (await explainTasks(platform, [task])).get(id);
  if (wait === undefined) return undefined;
  if (wait.kind === 'agent') return `${id} ${wait.text}: call baton_claim with this id`;
  const who = wait.needsPerson ? 'a person has to act first; ' : '';
  return `${id}: ${wait.text}; ${who}call baton_claim for another task`;
}

/** Refusals whose reason is the state of the task. */
export const isTaskRefusal = (code: string | undefined): boolean =>
  code === 'LEASE_NOT_YOURS' || code === 'TASK_NOT_CLAIMABLE';

/** Runs what an agent does with a task; if the task refuses it, the error says who has to act. */
export async function explainRefusal<T>(
  platform: ExplainPlatform,
  id: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (id === undefined || !isBatonError(error) || !isTaskRefusal(error.code)) throw error;
    const hint = await findTaskHint(platform, id);
    if (hint === undefined) throw error;
    throw new BatonError(error.code, error.message, { ...error.details, hint }, error);
  }
}

/** A brief for an agent that has these tools and perhaps no shell. */
export const TOOLS_DOOR: BriefDoor = {
  explainReports: ({ id, agent, runId }) => [
    `In each call: agent ${agent}, id ${id}, run_id ${runId}.`,
    'While you work: baton_heartbeat. When you are done: baton_complete {outcome: done, notes}.',
    'Other outcomes: blocked, needs_review, partial.',
  ],
  showTask: (id) => `baton_task {action: show, id: ${id}}`,
  orientation: { reword: hintForTools },
};
