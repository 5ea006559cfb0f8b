import { closeDialog, openDialog } from './dialog.tsx';
import { VIEWS } from './views-table.ts';

export const TASK_KEYS = [
  ['e', 'edit'],
  ['a', 'assign'],
  ['p', 'priority'],
  ['m', 'comment'],
  ['y', 'approve a review'],
  ['r', 'answer, send back, try again, move to Ready'],
  ['b', 'block'],
  ['s', 'stop the run'],
  ['l', 'move to Backlog'],
  ['x', 'cancel'],
  ['1 … 9', 'tick a criterion, on a task page'],
] as const;

const PAGE_KEYS = [
  ['Ctrl K', 'find anything: commands, tasks, words in texts and outputs'],
  ['/', 'search on this page'],
  ['n', 'new task'],
  ['u', 'undo'],
  ['← ↑ ↓ →', 'from card to card'],
  ['Enter', 'open the card'],
  ['?', 'this list'],
] as const;

export function openHelp(): void {
  openDialog(() => (
    <div class="help">
      <h2 id="dialog-title">Keys</h2>
      <div class="help-columns">
        <KeyList title="Everywhere" rows={PAGE_KEYS} />
        <KeyList title="On a card or a task page" rows={TASK_KEYS} />
        <KeyList title="Go to" rows={VIEWS.map(({ key, name }) => [`g ${key}`, name] as const)} />
      </div>
      <p class="buttons">
        <button type="button" class="primary" onClick={closeDialog} autoFocus>
          Close
        </button>
      </p>
    </div>
  ));
}

interface KeyListProps {
  readonly title: string;
  readonly rows: readonly (readonly [key: string, does: string])[];
}

const KeyList = ({ title, rows }: KeyListProps) => (
  <section>
    <h3>{title}</h3>
    <dl class="keys">
      {rows.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
);
