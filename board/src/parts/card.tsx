import { shortId } from '../actions/change-task.ts';
import { MenuButton } from '../actions/task-menu.tsx';
import { Ago, Countdown, PriorityMark } from './labels.tsx';
import { cardReason } from './reason.ts';
import { countLines } from './text-width.ts';
import { taskHref } from '../place.ts';
import type { TaskCard } from '../types.ts';

interface Props {
  readonly card: TaskCard;
  readonly onDrag: ((card: TaskCard | undefined) => void) | undefined;
}

const PADDING = 12;
const TITLE_LINE = 19;
const FACTS_LINE = 24;
const REASON_LINE = 15.5;
/** The same number is in the style sheet. */
const MAX_REASON = 3;
const BESIDE_TITLE = 42;
const BESIDE_REASON = 24;

const heights = new WeakMap<TaskCard, { readonly width: number; readonly height: number }>();

/** Before it is drawn: two lines of title and three of reason at most, and no more room than they need. */
export function cardHeight(card: TaskCard, width: number): number {
  const known = heights.get(card);
  if (known?.width === width) return known.height;
  const height = measure(card, width);
  heights.set(card, { width, height });
  return height;
}

function measure(card: TaskCard, width: number): number {
  const title = Math.min(2, countLines(card.title, 'title', width - BESIDE_TITLE));
  const reason = cardReason(card);
  const lines = reason === '' ? 0 : Math.min(MAX_REASON, countLines(reason, 'small', width - BESIDE_REASON));
  return Math.ceil(PADDING + title * TITLE_LINE + FACTS_LINE + (lines === 0 ? 0 : lines * REASON_LINE + 4));
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
      <span class={card.isHeld ? 'agent held' : 'agent'} title={card.isHeld ? 'works on it now' : 'meant for'}>
        {card.agent}
      </span>
    )}
    <span class="when">
      {card.isHeld && card.leaseUntil !== undefined ? <Countdown to={card.leaseUntil} /> : <Ago at={card.updatedAt} />}
    </span>
  </p>
);
