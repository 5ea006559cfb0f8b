import { Ago } from './labels.tsx';

interface Row {
  readonly key: string;
  readonly at: string;
  readonly source: string;
  readonly type: string;
  readonly actor: string | undefined;
  readonly text: string;
}

/** What happened, oldest first, one line each. */
export const EventList = ({ rows, label }: { readonly rows: readonly Row[]; readonly label: string }) => (
  <ol class="events" aria-label={label}>
    {rows.map(({ key, at, source, type, actor, text }) => (
      <li key={key} class={source}>
        <Ago at={at} />
        <span class="type">{type}</span>
        {actor !== undefined && <span class="agent">{actor}</span>}
        <span class="text">{text}</span>
      </li>
    ))}
  </ol>
);
