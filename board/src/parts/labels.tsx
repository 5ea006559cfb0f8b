/** Small marks with a meaning: never by colour alone. */
import { ago, until } from '../clock.ts';
import type { TaskPriority, TaskStatus, TrustLabel } from '../types.ts';

export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  backlog: 'Backlog',
  ready: 'Ready',
  'in-progress': 'In progress',
  blocked: 'Blocked',
  review: 'Review',
  done: 'Done',
  cancelled: 'Cancelled',
  deadletter: 'Dead letter',
};

export const Status = ({ status }: { readonly status: TaskStatus }) => (
  <span class={`status ${status}`}>{STATUS_NAMES[status]}</span>
);

const PRIORITY_MARKS: Readonly<Record<TaskPriority, string>> = { critical: '↑↑', high: '↑', normal: '', low: '↓' };

/** On a card, the mark alone; its name is read out and shown on hover. */
export const PriorityMark = ({ priority }: { readonly priority: TaskPriority }) =>
  priority === 'normal' ? null : (
    <span class={`priority ${priority}`} title={`${priority} priority`}>
      <span aria-hidden="true">{PRIORITY_MARKS[priority]}</span>
      <span class="sr-only">{priority} priority</span>
    </span>
  );

export const Priority = ({ priority }: { readonly priority: TaskPriority }) =>
  priority === 'normal' ? null : (
    <span class={`priority ${priority}`} title={`${priority} priority`}>
      <span aria-hidden="true">{PRIORITY_MARKS[priority]}</span> {priority}
    </span>
  );

const TRUST_MARKS: Readonly<Record<TrustLabel, string>> = { Verified: '✓', Assumed: '~', Unknown: '?' };

export const Trust = ({ label }: { readonly label: TrustLabel }) => (
  <span class={`trust ${label.toLowerCase()}`}>
    <span aria-hidden="true">{TRUST_MARKS[label]}</span> {label}
  </span>
);

export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={new Date(at).toLocaleString()}>
    {ago(at)}
  </time>
);

/** As Ago, for a card, which has no room for the word. */
export const Since = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`changed ${new Date(at).toLocaleString()}`}>
    {ago(at).replace(/ ago$/, '').replace('just now', 'now')}
  </time>
);

export function Countdown({ to }: { readonly to: string }) {
  const { text, isOver } = until(to);
  return (
    <time dateTime={to} title={new Date(to).toLocaleString()} class={isOver ? 'over' : undefined}>
      {text}
    </time>
  );
}
