import { given } from '../../../kernel/given.ts';
import type { TaskLine } from './task-line.ts';
import type { TaskView } from './task-view.ts';

const LIVE_PER_LINE = 200;
const FINISHED_PER_LINE = 5_000;

/** The lines a compacted journal begins with. Finished tasks come first: live ones may wait for them. */
export function planSnapshot(view: TaskView, events: { file: string; sizeBytes: number } | undefined): TaskLine[] {
  const { index } = view;
  const live = [...index.allLive()];
  const finished = [...index.allFinished()].map(([id, text]) => `${id} ${text}`);
  return [
    {
      kind: 'snapshot',
      generation: view.generation + 1,
      ...given({ lastEventId: view.lastEventId, events }),
      lastNumbers: Object.fromEntries(index.lastNumbers),
      broken: Object.fromEntries(view.broken),
    },
    ...inParts(finished, FINISHED_PER_LINE).map((part) => ({ kind: 'finished' as const, text: part.join('\n') })),
    ...inParts(live, LIVE_PER_LINE).map((tasks) => ({ kind: 'live' as const, tasks })),
    ...inParts(index.seen.all(), FINISHED_PER_LINE).map((keys) => ({ kind: 'seen' as const, keys })),
  ];
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}
