/** Everything by typing: what can be done with the task at hand, views, tasks, and words in texts and outputs. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { listActions } from './actions/task-actions.ts';
import { openNew } from './actions/task-form.tsx';
import { shortId } from './actions/change-task.ts';
import { ApiError, get, isReadOnly } from './api.ts';
import { findCard } from './current-card.ts';
import { closeDialog, isDialogOpen, openDialog } from './dialog.tsx';
import { openHelp } from './help.tsx';
import { undoLast } from './notices.tsx';
import { STATUS_NAMES } from './parts/labels.tsx';
import { go, hrefWith, taskHref } from './place.ts';
import { allTasks } from './tasks.ts';
import { chooseTheme } from './theme.ts';
import type { SearchHit, SearchResult, TaskCard } from './types.ts';
import { VIEWS } from './views-table.ts';

interface Choice {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly run: () => void;
}

const PAUSE_MS = 150;
const MAX_TASKS = 20;
const LEAST_LETTERS = 2;

export function openPalette(text = ''): void {
  if (isDialogOpen()) return;
  const card = findCard();
  openDialog(() => <Palette card={card} text={text} />);
}

function Palette({ card, text }: { readonly card: TaskCard | undefined; readonly text: string }) {
  const typed = useSignal(text);
  const at = useSignal(0);
  const { hits, isSearching, isCut } = useHits(typed.value);
  const words = typed.value.toLowerCase().split(/\s+/).filter(Boolean);
  const choices = [...findCommands(card, words), ...findTasks(words), ...hits.map(toChoice)];
  const shown = Math.min(at.value, Math.max(0, choices.length - 1));
  return (
    <div class="palette">
      <h2 id="dialog-title" class="sr-only">
        Find anything
      </h2>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={choices.length === 0 ? undefined : `choice-${shown}`}
        aria-label="Command, task, or words in texts and outputs"
        placeholder="Command, task, or words in texts and outputs"
        value={typed.value}
        autoFocus
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') at.value = Math.min(choices.length - 1, shown + 1);
          else if (event.key === 'ArrowUp') at.value = Math.max(0, shown - 1);
          else if (event.key === 'Enter') choose(choices[shown]);
          else return;
          event.preventDefault();
        }}
      />
      <Choices choices={choices} shown={shown} none={isSearching ? 'Searching…' : 'Nothing found.'} />
      {isCut && <p class="hint">There may be more: add a word, or search again.</p>}
    </div>
  );
}

function choose(choice: Choice | undefined): void {
  if (choice === undefined) return;
  closeDialog();
  choice.run();
}

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly shown: number;
  /** Said if there is nothing to choose. */
  readonly none: string;
}

function Choices({ choices, shown, none }: ChoicesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <ul id="choices" role="listbox" aria-label="Choices" ref={list} tabIndex={-1}>
      {choices.length === 0 && (
        <li role="option" aria-selected="false" aria-disabled="true" class="nothing">
          {none}
        </li>
      )}
      {choices.map((choice, index) => (
        <li
          key={choice.key}
          id={`choice-${index}`}
          role="option"
          aria-selected={index === shown}
          onClick={() => choose(choice)}
        >
          <span class="group">{choice.group}</span>
          <span class="label">{choice.label}</span>
          {choice.detail !== undefined && <small>{choice.detail}</small>}
        </li>
      ))}
    </ul>
  );
}

function findCommands(card: TaskCard | undefined, words: readonly string[]): Choice[] {
  const own: Choice[] =
    card === undefined
      ? []
      : listActions(card).map(({ id, label, run }) => ({
          key: `task-${id}`,
          group: shortId(card.id),
          label,
          detail: card.title,
          run,
        }));
  const general: Choice[] = [
    ...(isReadOnly.value
      ? []
      : [
          { key: 'new', group: 'Do', label: 'New task', run: openNew },
          { key: 'undo', group: 'Do', label: 'Undo', run: () => void undoLast() },
        ]),
    ...VIEWS.map(({ path, name }) => ({ key: path, group: 'Go', label: `Go to ${name}`, run: () => go(path) })),
    { key: 'mine', group: 'Go', label: 'What waits for me', run: () => go(hrefWith('/', { waits: 'person' })) },
    { key: 'theme', group: 'Do', label: 'Change colours', run: chooseTheme },
    { key: 'keys', group: 'Do', label: 'Show keys', run: openHelp },
  ];
  return [...own, ...general].filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

function findTasks(words: readonly string[]): Choice[] {
  if (words.length === 0) return [];
  const fits = ({ id, title }: TaskCard): boolean => {
    const text = `${id} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found: TaskCard[] = [];
  for (const card of allTasks.value) {
    if (fits(card)) found.push(card);
    if (found.length >= MAX_TASKS) break;
  }
  return found.map((card) => ({
    key: card.id,
    group: STATUS_NAMES[card.status],
    label: card.title,
    detail: shortId(card.id),
    run: () => go(taskHref(card.id)),
  }));
}

interface Found {
  readonly hits: readonly SearchHit[];
  readonly isSearching: boolean;
  /** There may be more. */
  readonly isCut: boolean;
}

const NONE: Found = { hits: [], isSearching: false, isCut: false };

/** From the daemon, a moment after the last letter. Tasks whose title fits are listed already. */
function useHits(text: string): Found {
  const found = useSignal<Found>(NONE);
  useEffect(() => {
    if (text.trim().length < LEAST_LETTERS) {
      found.value = NONE;
      return undefined;
    }
    let isGone = false;
    found.value = { ...found.value, isSearching: true };
    const show = (hits: readonly SearchHit[], isCut: boolean): void => {
      if (!isGone) found.value = { hits, isSearching: false, isCut };
    };
    const timer = window.setTimeout(() => {
      get<SearchResult>(`/v1/search?q=${encodeURIComponent(text)}`).then(
        ({ hits, isCut }) =>
          show(
            hits.filter(({ excerpt }) => excerpt !== ''),
            isCut,
          ),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          show([], false);
        },
      );
    }, PAUSE_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [text]);
  return found.value;
}

function toChoice({ kind, taskId, title, path, excerpt }: SearchHit, index: number): Choice {
  const place = kind === 'project' ? hrefWith('/project', { file: path ?? '' }) : taskHref(taskId ?? '');
  const group = kind === 'project' ? 'Project' : kind === 'output' ? 'Output' : 'Text';
  return { key: `hit-${index}`, group, label: title, detail: excerpt, run: () => go(place) };
}
