import { shortId } from '../actions/change-task.ts';
import { MenuButton } from '../actions/task-menu.tsx';
import { now } from '../clock.ts';
import { Countdown, PriorityMark, Since } from './labels.tsx';
import { cardReason } from './reason.ts';
import { countLines } from './text-width.ts';
import { taskHref } from '../place.ts';
import type { TaskCard } from '../types.ts';

interface Props {
  readonly card: TaskCard;
  readonly onDrag: ((card: TaskCard | undefined) => void) | undefined;
}

/** The same numbers are in the style sheet. */
const GAP = 6;
const PADDING = 9.5;
const TITLE_LINE = 18.56;
const FACTS_LINE = 19.6;
const REASON_LINE = 15.1;
const MAX_TITLE = 3;
const MAX_REASON = 3;
const SIDES = 16.5;
const MENU = 16;

const heights = new WeakMap<TaskCard, { readonly width: number; readonly height: number }>();

/** Before it is drawn: three lines of title and of reason at most, and no more room than they need. */
export function cardHeight(card: TaskCard, width: number): number {
  const known = heights.get(card);
  if (known?.width === width) return known.height;
  const height = measure(card, width);
  heights.set(card, { width, height });
  return height;
}

function measure(card: TaskCard, width: number): number {
  // A card that asks has a thicker edge.
  const room = width - SIDES - (card.why?.needsPerson === true ? 2 : 0);
  const title = countLines(card.title, 'title', room - MENU, MAX_TITLE);
  const reason = cardReason(card);
  const lines = reason === '' ? 0 : countLines(reason, 'small', room, MAX_REASON);
  return Math.ceil(GAP + PADDING + title * TITLE_LINE + FACTS_LINE + (lines === 0 ? 0 : lines * REASON_LINE + 2.2));
}

/** The whole card is the link; its menu lies above it. */
export function Card({ card, onDrag }: Props) {
  const reason = cardReason(card);
  return (
    <article
      class={card.why?.needsPerson === true ? 'card asks' : 'card'}
      draggable={onDrag !== undefined}
      data-task={card.id}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', card.id);
        onDrag?.(card);
      }}
      onDragEnd={() => onDrag?.(undefined)}
    >
      <a class="stretched" href={taskHref(card.id)} draggable={false}>
        {card.title}
      </a>
      <Facts card={card} />
      {reason !== '' && (
        <p class="reason" title={reason}>
          {reason}
        </p>
      )}
      <MenuButton card={card} />
    </article>
  );
}

const Facts = ({ card }: { readonly card: TaskCard }) => (
  <p class="facts">
    <span class="id" title={card.id}>
      {shortId(card.id)}
    </span>
    <PriorityMark priority={card.priority} />
    {card.agent !== undefined && (
      <span
        class={card.isHeld ? 'agent held' : 'agent'}
        title={`${card.agent} ${card.isHeld ? 'works on it now' : 'is meant to do it'}`}
      >
        {card.agent}
      </span>
    )}
    <span class="when">{card.isHeld ? <Lease until={card.leaseUntil} /> : <Since at={card.updatedAt} />}</span>
  </p>
);

const SOON_MS = 60_000;

/** Who works on it needs the room; a lease is news when it ends. */
const Lease = ({ until }: { readonly until: string | undefined }) =>
  until === undefined || Date.parse(until) - now.value > SOON_MS ? null : <Countdown to={until} />;
