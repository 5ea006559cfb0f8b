/** A list of any length that draws only what can be seen. Rows have one height, so nothing has to be measured. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const BEYOND = 6;

interface Props<T> {
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => ComponentChildren;
}

export function VirtualList<T>({ items, rowHeight, label, keyOf, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => (height.value = element.clientHeight));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / rowHeight) - BEYOND);
  const last = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + BEYOND);
  return (
    <div class="scroll" ref={box} tabIndex={-1} onScroll={(event) => (top.value = event.currentTarget.scrollTop)}>
      <ul aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ transform: `translateY(${(first + index) * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
