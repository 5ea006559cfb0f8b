import { TASK_STATUSES } from '../../src/kernel/tasks.ts';
import { EVENT_TYPES, MOVES } from '../../src/protocols/tasks/index.ts';
import { renderMarkdownTable } from './markdown-table.ts';

/** docs/events.md: the allowed moves and the closed table of events, from the tables in code. */
export function renderEventReference(): string {
  const moves = TASK_STATUSES.map((from) => [
    `\`${from}\``,
    MOVES[from].map((to) => `\`${to}\``).join(', ') || 'nothing: it is final',
  ]);
  const events = Object.entries(EVENT_TYPES).map(([type, about]) => [`\`${type}\``, about]);
  return [
    '# Moves and events of the task plane',
    '',
    'Generated from `src/protocols/tasks/task-edit.ts` and `src/protocols/tasks/events.ts`. They are explained in',
    '[task-plane.md](task-plane.md).',
    '',
    '## Allowed moves',
    '',
    renderMarkdownTable(['from', 'to'], moves),
    '',
    '## Events',
    '',
    'Every event has `id` (a ULID; later events have larger ones), `type`, `timestamp`, `actor`, `payload`, and if it',
    'applies `taskId` and `runId`. The log is `events/YYYY-MM-DD.jsonl` in the data dir, one JSON object per line.',
    '',
    renderMarkdownTable(['type', 'written when'], events),
    '',
  ].join('\n');
}
