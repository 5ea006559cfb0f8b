export interface Count {
  readonly all: number;
  readonly found: number;
}

/** Wilson's interval at 95 %: honest for small shares, where the usual one reaches below zero. */
function wilsonInterval({ all, found }: Count): readonly [low: number, high: number] {
  if (all === 0) return [0, 1];
  const z = 1.959964;
  const share = found / all;
  const centre = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const whole = 1 + (z * z) / all;
  return [Math.max(0, (centre - half) / whole), Math.min(1, (centre + half) / whole)];
}

const percent = (share: number): string => (100 * share).toFixed(1);

/** `31 of 118  26.3 % (19.2–34.9)` */
export function renderShare(count: Count): string {
  const [low, high] = wilsonInterval(count);
  const share = count.all === 0 ? 0 : count.found / count.all;
  return `${String(count.found).padStart(4)} of ${String(count.all).padStart(4)}  ${percent(share).padStart(5)} % (${percent(low)}–${percent(high)})`;
}
