import { isReadOnly } from '../api.ts';
import { isMenuOf, openMenu } from '../menu.tsx';
import type { TaskCard } from '../types.ts';
import { listActions } from './task-actions.ts';

/** Everything that can be done with a card. */
export function MenuButton({ card }: { readonly card: TaskCard }) {
  if (isReadOnly.value) return null;
  const label = `Actions for ${card.title}`;
  return (
    <button
      type="button"
      class="plain menu-button"
      aria-haspopup="menu"
      aria-expanded={isMenuOf(label)}
      aria-label={label}
      onClick={(event) => openMenu(label, listActions(card), event.currentTarget)}
    >
      ⋯
    </button>
  );
}
