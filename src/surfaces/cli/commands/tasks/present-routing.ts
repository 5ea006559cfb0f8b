import { isTaskId } from '../../../../kernel/ids.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { describeRun, showTask, type Reported, type RoutedMessage } from '../../../../relay/tasks/index.ts';
import type { Outcome } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTask } from './present-task.ts';

/** What came of a message, with the task as it is now. */
export async function presentRouting(
  platform: Pick<Platform, 'tasks'>,
  routed: RoutedMessage,
  isDryRun: boolean,
): Promise<Outcome> {
  const { governance = null, ...result } = routed;
  const isFine = result.outcome === 'applied' || result.outcome === 'unchanged' || result.outcome === 'duplicate';
  const isThere = isFine && !isDryRun && isTaskId(result.taskId);
  const entry = isThere ? (await showTask(platform, result.taskId)).entry : undefined;
  return {
    kind: 'value',
    data: { task: entry?.task ?? null, run: entry === undefined ? null : describeRun(entry), result, governance },
    text: (style) =>
      entry === undefined ? renderResult(routed, isFine, style) : `${renderTask(entry, style)}${renderTokens(routed)}`,
    exit: isFine ? 0 : 1,
  };
}

function renderResult({ outcome, reason, governance }: RoutedMessage, isFine: boolean, style: Style): string {
  const ref = governance?.audit_ref ?? null;
  return [
    `${isFine ? style.green(outcome) : style.red('refused')}${reason === undefined ? '' : `: ${reason}`}`,
    ...(ref === null ? [] : [style.dim(`on record as ${ref}`)]),
  ].join('\n');
}

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
