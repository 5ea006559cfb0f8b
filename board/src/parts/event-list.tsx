/** What happened, oldest first, one line each, timed from the first. */
import { offset } from '../clock.ts';

interface Row {
  readonly key: string;
  readonly at: string;
  readonly source: string;
  readonly type: string;
  readonly actor: string | undefined;
  readonly taskId?: string | undefined;
  readonly text: string;
}

export function EventList({ rows, label }: { readonly rows: readonly Row[]; readonly label: string }) {
  const start = Date.parse(rows[0]?.at ?? '');
  return (
    <ol class="events" aria-label={label}>
      {rows.map(({ key, at, source, type, actor, taskId, text }) => (
        <li key={key} class={source}>
          <time dateTime={at} title={new Date(at).toLocaleString()}>
            {offset(Date.parse(at) - start)}
          </time>
          <span class="type">{type}</span>
          <span class="text">
            {actor !== undefined && <span class="agent">{actor}</span>}
            {taskId !== undefined && <a href={`/tasks/${encodeURIComponent(taskId)}`}>{taskId}</a>} {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
