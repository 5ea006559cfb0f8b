import { isTaskId } from '../../../../kernel/index.ts';
import { showTask, type Platform } from '../../../../relay/index.ts';
import type { RouteResult } from '../../../../protocols/tasks/index.ts';
import type { Outcome } from '../../command.ts';
import { renderTask, toRunData } from './present-task.ts';

/** What came of a message, with the task as it is now. */
export async function presentRouting(platform: Platform, result: RouteResult, isDryRun: boolean): Promise<Outcome> {
  const isFine = result.outcome === 'applied' || result.outcome === 'unchanged' || result.outcome === 'duplicate';
  const isThere = isFine && !isDryRun && isTaskId(result.taskId);
  const entry = isThere ? (await showTask(platform, result.taskId)).entry : undefined;
  return {
    kind: 'value',
    data: { task: entry?.task ?? null, run: entry === undefined ? null : toRunData(entry), result },
    text: (style) =>
      entry === undefined
        ? `${isFine ? style.green(result.outcome) : style.red('refused')}${result.reason === undefined ? '' : `: ${result.reason}`}`
        : renderTask(entry, style),
    exit: isFine ? 0 : 1,
  };
}
