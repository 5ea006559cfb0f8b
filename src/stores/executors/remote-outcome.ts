import type { Task } from '@a2a-js/sdk';
import type { CompletionOutcome } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';

/** What became of a task at a remote agent. */
export type RemoteOutcome =
  | { readonly kind: 'running' }
  /** It has said something that is a report here. */
  | { readonly kind: 'reported'; readonly outcome: CompletionOutcome; readonly notes: string; readonly how: string }
  /** It ended without success. */
  | { readonly kind: 'failed'; readonly how: string };

const MAX_NOTES = 4_000;

/** Blocks of a remote Baton that end by themselves. */
const PASSING = new Set(['dependency', 'spawn', 'no-completion']);

export async function judgeRemote({ status, artifacts, metadata }: Task): Promise<RemoteOutcome> {
  const { TaskState } = await import('@a2a-js/sdk');
  const said = textOfParts(status?.message?.parts ?? []);
  switch (status?.state) {
    case TaskState.TASK_STATE_COMPLETED: {
      const notes = said === '' ? textOfParts(artifacts[0]?.parts ?? []) : said;
      return {
        kind: 'reported',
        outcome: 'done',
        notes: notes === '' ? 'done by the remote agent' : notes,
        how: 'completed',
      };
    }
    case TaskState.TASK_STATE_INPUT_REQUIRED:
    case TaskState.TASK_STATE_AUTH_REQUIRED: {
      if (PASSING.has(String(metadata?.['block']))) return { kind: 'running' };
      const notes = said === '' ? 'the remote agent waits for an answer' : said;
      return { kind: 'reported', outcome: 'blocked', notes, how: 'waits for an answer' };
    }
    case TaskState.TASK_STATE_FAILED:
    case TaskState.TASK_STATE_REJECTED:
    case TaskState.TASK_STATE_CANCELED: {
      const word = { [TaskState.TASK_STATE_FAILED]: 'failed', [TaskState.TASK_STATE_REJECTED]: 'rejected' }[
        status.state as number
      ];
      return {
        kind: 'failed',
        how: [`the remote agent ${word ?? 'cancelled'} it`, ...(said === '' ? [] : [said])].join(': '),
      };
    }
    default:
      return { kind: 'running' };
  }
}

const textOfParts = (parts: Task['artifacts'][number]['parts']): string =>
  cutText(
    parts
      .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
      .join('\n')
      .trim(),
    MAX_NOTES,
  );

/** The innermost reason: the SDK and `fetch` wrap it. */
export function textOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cutText(cause instanceof Error ? cause.message : String(cause), 500);
}
