/** What happened, oldest first, one line each, timed from the first. */
import { useSignal } from '@preact/signals';
import { shortId } from '../actions/change-task.ts';
import { offset } from '../clock.ts';
import { isMinor } from '../describe.ts';
import { taskHref } from '../place.ts';

export interface EventRow {
  readonly key: string;
  readonly at: string;
  readonly source: string;
  readonly type: string;
  readonly actor: string | undefined;
  readonly taskId?: string | undefined;
  readonly text: string;
}

export function EventList({ rows, label }: { readonly rows: readonly EventRow[]; readonly label: string }) {
  const hasAll = useSignal(false);
  const start = Date.parse(rows[0]?.at ?? '');
  const minor = rows.filter(({ type }) => isMinor(type)).length;
  const shown = hasAll.value ? rows : rows.filter(({ type }) => !isMinor(type));
  return (
    <>
      <ol class="events" aria-label={label}>
        {shown.map(({ key, at, source, type, actor, taskId, text }) => (
          <li key={key} class={source} title={type}>
            <time dateTime={at} title={new Date(at).toLocaleString()}>
              {offset(Date.parse(at) - start)}
            </time>
            <span class="agent">{actor}</span>
            <span class="text">
              {text} {taskId !== undefined && <a href={taskHref(taskId)}>{shortId(taskId)}</a>}
            </span>
          </li>
        ))}
      </ol>
      {minor > 0 && (
        <button type="button" class="plain" onClick={() => (hasAll.value = !hasAll.value)}>
          {hasAll.value ? 'Hide' : 'Show'} {minor} heartbeats and messages
        </button>
      )}
    </>
  );
}
