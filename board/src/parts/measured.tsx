/** A box that tells its content how wide it is: pictures are drawn in real pixels, so their words keep their size. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly children: (width: number) => ComponentChildren;
}

export function Measured({ children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = (): void => {
      width.value = Math.floor(element.clientWidth);
    };
    read();
    const watcher = new ResizeObserver(read);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return <div ref={box}>{width.value > 0 && children(width.value)}</div>;
}
