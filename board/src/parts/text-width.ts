/** How many lines a text takes, measured without drawing it. Each text is measured once. */

const FONTS = { title: '550 14.5px', small: '400 11.6px' } as const;
const MAX_KEPT = 50_000;

const family = getComputedStyle(document.documentElement).fontFamily;
const canvas = document.createElement('canvas').getContext('2d');
const widths = new Map<string, number>();

function measure(text: string, font: keyof typeof FONTS): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > MAX_KEPT) widths.clear();
  if (canvas !== null) canvas.font = `${FONTS[font]} ${family}`;
  // What is longer fills the lines anyway.
  const width = canvas?.measureText(text.slice(0, 300)).width ?? text.length * 7;
  widths.set(key, width);
  return width;
}

/** Lines break at words, so that a part of each line stays empty. */
export const countLines = (text: string, font: keyof typeof FONTS, available: number): number =>
  Math.max(1, Math.ceil(measure(text, font) / Math.max(40, available * 0.98) + 0.001));
