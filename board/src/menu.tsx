/** The one menu of the page, in the browser's top layer. Arrows move in it, and the letter of an item chooses it. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly key?: string;
  readonly isDangerous?: boolean;
  /** One of several, of which one is the case. */
  readonly isChecked?: boolean;
  readonly run: () => void;
}

interface OpenMenu {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What it hangs on, and where the keyboard returns to. */
  readonly anchor: HTMLElement;
}

const open = signal<OpenMenu | undefined>(undefined);

/** Hangs on what has the focus, unless said otherwise. A second time with the same anchor closes it. */
export function openMenu(label: string, items: readonly MenuItem[], anchor?: HTMLElement): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const from = anchor ?? focused;
  open.value = open.value?.anchor === from ? undefined : { label, items, anchor: from };
}

export const isMenuOf = (label: string): boolean => open.value?.label === label;

export function Menu() {
  const box = useRef<HTMLDivElement>(null);
  const shown = open.value;
  useLayoutEffect(() => {
    const menu = box.current;
    if (menu === null || shown === undefined) return;
    menu.showPopover();
    place(menu, shown.anchor);
    const checked = menu.querySelector<HTMLElement>('[aria-checked="true"]');
    (checked ?? menu.querySelector('button'))?.focus();
  }, [shown]);
  if (shown === undefined) return null;
  const close = (): void => {
    open.value = undefined;
    shown.anchor.focus();
  };
  return (
    <div
      key={shown.label}
      ref={box}
      class="menu"
      role="menu"
      popover="auto"
      aria-label={shown.label}
      onToggle={(event) => {
        if (event.newState === 'closed') open.value = undefined;
      }}
      onKeyDown={(event) => step(event, close)}
    >
      <Items items={shown.items} close={close} />
    </div>
  );
}

const Items = ({ items, close }: { readonly items: readonly MenuItem[]; readonly close: () => void }) => (
  <>
    {items.map(({ id, label, key, isDangerous, isChecked, run }) => (
      <button
        key={id}
        type="button"
        role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={isChecked}
        class={isDangerous === true ? 'danger' : undefined}
        data-key={key}
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

/** Below its anchor, or above it if there is no room. */
function place(menu: HTMLElement, anchor: HTMLElement): void {
  const { left, right, bottom, top } = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const x = Math.max(8, Math.min(right - width, window.innerWidth - width - 8, Math.max(left - width, right - width)));
  menu.style.left = `${x}px`;
  menu.style.top = `${bottom + height + 8 < window.innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}

function step(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, close: () => void): void {
  // Keys of the page rest while a menu is open.
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const chosen = items.find((item) => item.dataset['key'] === event.key);
  if (by !== undefined) items.at((at + by) % items.length)?.focus();
  else if (event.key === 'Escape') close();
  else if (chosen !== undefined) chosen.click();
  else return;
  event.preventDefault();
}
