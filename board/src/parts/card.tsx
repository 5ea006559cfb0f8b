import { shortId } from '../actions/change-task.ts';
import { MenuButton } from '../actions/task-menu.tsx';
import { Ago, Countdown, plainReason, PriorityMark } from './labels.tsx';
import { taskHref } from '../place.ts';
import type { TaskCard } from '../types.ts';

interface Props {
  readonly card: TaskCard;
  readonly onDrag: ((card: TaskCard | undefined) => void) | undefined;
}

const BARE = 84;
const REASON_LINE = 34;

/** With a line for the reason only if there is one. */
export const cardHeight = (card: TaskCard): number => BARE + (reasonOf(card) === '' ? 0 : REASON_LINE);

/** Why it is not moving, in the words of the command line. What needs no words gets none. */
const reasonOf = ({ why, block }: TaskCard): string =>
  why === undefined ? (block?.reason ?? '') : QUIET.has(why.kind) ? '' : plainReason(why.text);

/** The column says it already. */
const QUIET = new Set(['backlog', 'agent']);

/** The whole card is the link; its menu lies above it. */
export function Card({ card, onDrag }: Props) {
  const reason = reasonOf(card);
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
          {card.isHeld && card.leaseUntil !== undefined ? (
            <Countdown to={card.leaseUntil} />
          ) : (
            <Ago at={card.updatedAt} />
          )}
        </span>
      </p>
      {reason !== '' && (
        <p class="reason" title={reason}>
          {reason}
        </p>
      )}
      <MenuButton card={card} />
    </article>
  );
}
