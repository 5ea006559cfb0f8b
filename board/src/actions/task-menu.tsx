/** The menu of a card: one for the whole page, in the browser's top layer. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isReadOnly } from '../api.ts';
import type { TaskCard } from '../types.ts';
import { listActions } from './task-actions.ts';

interface OpenMenu {
  readonly card: TaskCard;
  readonly button: HTMLElement;
}

const open = signal<OpenMenu | undefined>(undefined);

export function MenuButton({ card }: { readonly card: TaskCard }) {
  if (isReadOnly.value) return null;
  const isOpen = open.value?.card.id === card.id;
  return (
    <button
      type="button"
      class="plain menu-button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={`Actions for ${card.title}`}
      onClick={(event) => {
        open.value = isOpen ? undefined : { card, button: event.currentTarget };
      }}
    >
      ⋯
    </button>
  );
}

export function TaskMenu() {
  const box = useRef<HTMLDivElement>(null);
  const shown = open.value;
  useLayoutEffect(() => {
    const menu = box.current;
    if (menu === null || shown === undefined) return;
    menu.showPopover();
    place(menu, shown.button);
    menu.querySelector('button')?.focus();
  }, [shown]);
  if (shown === undefined) return null;
  const close = (): void => {
    open.value = undefined;
    shown.button.focus();
  };
  return (
    <div
      ref={box}
      class="menu"
      role="menu"
      popover="auto"
      aria-label={`Actions for ${shown.card.title}`}
      onToggle={(event) => {
        if (event.newState === 'closed') open.value = undefined;
      }}
      onKeyDown={(event) => step(event, close)}
    >
      <Items card={shown.card} close={close} />
    </div>
  );
}

const Items = ({ card, close }: { readonly card: TaskCard; readonly close: () => void }) => (
  <>
    {listActions(card).map(({ id, label, key, isDangerous, run }) => (
      <button
        key={id}
        type="button"
        role="menuitem"
        class={isDangerous === true ? 'danger' : undefined}
        onClick={() => {
          close();
          run();
        }}
      >
        {label} {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
      </button>
    ))}
  </>
);

/** Below its button, or above it if there is no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, bottom, top } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const x = Math.max(8, Math.min(right - width, window.innerWidth - width - 8, Math.max(left - width, right - width)));
  menu.style.left = `${x}px`;
  menu.style.top = `${bottom + height + 8 < window.innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}

function step(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by !== undefined) {
    event.preventDefault();
    items.at((at + by) % items.length)?.focus();
  } else if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
  event.stopPropagation();
}
