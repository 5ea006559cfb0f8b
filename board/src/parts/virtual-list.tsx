/** A list of any length that draws only what can be seen. Heights are known beforehand, so nothing has to be measured. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

const BEYOND_PX = 600;

interface Props<T> {
  readonly items: readonly T[];
  /** In pixels, at a width of the list. */
  readonly heightOf: (item: T, width: number) => number;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => ComponentChildren;
}

export function VirtualList<T>({ items, heightOf, label, keyOf, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const width = useSignal(190);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => {
      height.value = element.clientHeight;
      width.value = element.clientWidth;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const tops = useMemo(() => sumUp(items, (item) => heightOf(item, width.value)), [items, width.value]);
  const whole = tops.at(-1) ?? 0;
  // A list that became shorter is scrolled by the browser only after it is drawn.
  const seen = Math.max(0, Math.min(top.value, whole - height.value));
  const first = findAt(tops, seen - BEYOND_PX);
  const last = Math.min(items.length, findAt(tops, seen + height.value + BEYOND_PX) + 1);
  return (
    <div class="scroll" ref={box} tabIndex={-1} onScroll={(event) => (top.value = event.currentTarget.scrollTop)}>
      <ul aria-label={label} style={{ height: `${whole}px` }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ transform: `translateY(${tops[first + index]}px)`, height: `${heightOf(item, width.value)}px` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where each item begins, and where the last one ends. */
function sumUp<T>(items: readonly T[], heightOf: (item: T) => number): readonly number[] {
  const tops = [0];
  let sum = 0;
  for (const item of items) {
    sum += heightOf(item);
    tops.push(sum);
  }
  return tops;
}

/** The item at this height, by halving. */
function findAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
