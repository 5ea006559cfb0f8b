/** What a person needs to know in five seconds: what waits for them, and who is at work. */
import { computed } from '@preact/signals';
import { needsPerson } from '../filter.ts';
import { hrefWith, taskHref } from '../place.ts';
import { allTasks } from '../tasks.ts';
import type { TaskCard } from '../types.ts';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const KINDS = [
  { kinds: ['person'], one: 'question', many: 'questions', tone: 'warn' },
  { kinds: ['answered'], one: 'answered task', many: 'answered tasks', tone: 'warn' },
  { kinds: ['stopped'], one: 'stopped task', many: 'stopped tasks', tone: 'warn' },
  { kinds: ['review'], one: 'review', many: 'reviews', tone: 'warn' },
  { kinds: ['dead'], one: 'dead task', many: 'dead tasks', tone: 'bad' },
  { kinds: ['unapproved'], one: 'approval', many: 'approvals', tone: 'warn' },
  { kinds: ['nobody', 'broken', 'dependency-ended', 'scheduler'], one: 'stuck task', many: 'stuck tasks', tone: 'bad' },
] as const;

const waiting = computed(() => allTasks.value.filter(needsPerson));

const atWork = computed(() => {
  const counts = new Map<string, number>();
  for (const { agent, isHeld } of allTasks.value)
    if (isHeld && agent !== undefined) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
});

export function Attention() {
  return (
    <div class="attention">
      {waiting.value.length === 0 ? (
        <span class="chip good">✓ nothing waits for you</span>
      ) : (
        KINDS.map(({ kinds, one, many, tone }) => {
          const found = waiting.value.filter(({ why }) => kinds.some((kind) => kind === why?.kind));
          return found.length === 0 ? null : (
            <a key={one} class={`chip ${tone}`} href={hrefOf(found)}>
              {plural(found.length, one, many)}
            </a>
          );
        })
      )}
      <span class="at-work">
        {atWork.value.length === 0 ? 'nobody is at work' : 'at work:'}
        {atWork.value.map(([agent, count]) => (
          <a key={agent} class="chip" href={hrefWith('/', { agent })}>
            {agent} {count > 1 && <small>{count}</small>}
          </a>
        ))}
      </span>
    </div>
  );
}

/** One leads straight to it. */
const hrefOf = (found: readonly TaskCard[]): string =>
  found.length === 1 && found[0] !== undefined ? taskHref(found[0].id) : hrefWith('/', { waits: 'person' });
