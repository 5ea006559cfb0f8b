/** One clock for every countdown on the page. */
import { computed, signal } from '@preact/signals';

export const now = signal(Date.now());

/** UTC, as in the ids of tasks; what depends on it is drawn again once a day. */
export const today = computed(() => new Date(now.value).toISOString().slice(0, 10));

window.setInterval(() => (now.value = Date.now()), 1_000);

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** `3 d`, `12 min`: the largest unit that fits. */
export function span(ms: number): string {
  if (ms > 0 && ms < 1_000) return `${Math.round(ms)} ms`;
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS[3];
  return `${Math.floor(ms / size)} ${unit}`;
}

/** `1.9 h`: as span, with one digit more if the number is small. */
export function fineSpan(ms: number): string {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS[3];
  const count = ms / size;
  return `${count < 10 && !Number.isInteger(count) ? count.toFixed(1) : Math.round(count)} ${unit}`;
}

export const ago = (iso: string): string => {
  const ms = now.value - Date.parse(iso);
  return ms < 1_000 ? 'just now' : `${span(ms)} ago`;
};

/** `in 5 min`, or `3 s over`. */
export function until(iso: string): { readonly text: string; readonly isOver: boolean } {
  const ms = Date.parse(iso) - now.value;
  return ms >= 0 ? { text: `in ${span(ms)}`, isOver: false } : { text: `${span(-ms)} over`, isOver: true };
}

/** `+0.13 s`, `+4 min`: since something began. */
export const offset = (ms: number): string => (ms < 10_000 ? `+${(ms / 1_000).toFixed(2)} s` : `+${span(ms)}`);
