import { parseJson } from '../../../../kernel/json.ts';
import { findRunSecret, receiveHostEvent } from '../../../../relay/tasks/index.ts';
import type { Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';

/** Apart from the command, so that hooks of other hosts load none of it. */
export async function receiveEvent(
  platform: Parameters<typeof receiveHostEvent>[0],
  event: string,
  input: string,
  environment: Io['environment'],
): Promise<Outcome> {
  const result = await receiveHostEvent(platform, event, parseJson(input), {
    findSecret: (taskId) => findRunSecret(platform, environment, taskId),
  });
  const reason = result.routed?.reason;
  if (reason !== undefined) platform.remark(`baton: ${result.routed?.outcome}: ${reason}`);
  // The host takes no answer: the result is in the task.
  return { kind: 'value', data: { event, routed: result.routed, task_id: result.taskId }, text: () => '' };
}
