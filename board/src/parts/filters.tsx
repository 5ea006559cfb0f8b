import type { ComponentChildren } from 'preact';
import { FILTERS } from '../filter.ts';
import { openPalette } from '../palette.tsx';
import { query, setQuery } from '../place.ts';
import { agents } from '../tasks.ts';

/** The filters of board and list; the address keeps them. */
export function Filters({ children }: { readonly children?: ComponentChildren }) {
  const params = query.value;
  const isFiltered = FILTERS.some((key) => params.has(key));
  const words = params.get('q') ?? '';
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span class="sr-only">Search tasks</span>
        <input
          type="search"
          id="search"
          placeholder="Filter ( / )"
          value={words}
          onInput={(event) => setQuery({ q: event.currentTarget.value })}
        />
      </label>
      <Choice name="agent" label="Agent" options={agents.value} value={params.get('agent')} />
      <Choice
        name="priority"
        label="Priority"
        options={['critical', 'high', 'normal', 'low']}
        value={params.get('priority')}
      />
      <button
        type="button"
        aria-pressed={params.has('waits')}
        onClick={() => setQuery({ waits: params.has('waits') ? undefined : 'person' })}
      >
        Waits for me
      </button>
      {children}
      {isFiltered && <Clear />}
      {words !== '' && <SearchTexts words={words} />}
    </form>
  );
}

const Clear = () => (
  <button
    type="button"
    class="plain"
    onClick={() => setQuery(Object.fromEntries(FILTERS.map((key) => [key, undefined])))}
  >
    Clear
  </button>
);

const SearchTexts = ({ words }: { readonly words: string }) => (
  <button type="button" class="plain" onClick={() => openPalette(words)}>
    Search texts and outputs
  </button>
);

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string | null;
  /** Undefined: all. */
  readonly none?: string;
}

export const Choice = ({ name, label, options, value, none }: ChoiceProps) => (
  <label>
    <span class="sr-only">{label}</span>
    <select value={value ?? ''} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
      <option value="">
        {label}: {none ?? 'all'}
      </option>
      {options.map((option) => (
        <option key={option} value={option}>
          {none === undefined ? option : `${label}: ${option}`}
        </option>
      ))}
    </select>
  </label>
);
