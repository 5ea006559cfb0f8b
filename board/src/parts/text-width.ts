/** How many lines a text takes, measured without drawing it: words are put into lines as the browser does it. */

const FONTS = { title: '550 14.5px', small: '400 11.6px' } as const;
type Font = keyof typeof FONTS;
const MAX_KEPT = 50_000;
/** What is longer fills the lines anyway. */
const MAX_LENGTH = 300;

const family = getComputedStyle(document.documentElement).fontFamily;
const canvas = document.createElement('canvas').getContext('2d');
const widths = new Map<string, number>();

/** Each word is measured once: tasks share most of theirs. */
function measure(text: string, font: Font): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > MAX_KEPT) widths.clear();
  if (canvas !== null) canvas.font = `${FONTS[font]} ${family}`;
  const width = canvas?.measureText(text).width ?? text.length * 7;
  widths.set(key, width);
  return width;
}

/** A line may also break after a hyphen, and a word that is longer than a line breaks anywhere. */
export function countLines(text: string, font: Font, available: number, most: number): number {
  const blank = measure(' ', font);
  let [lines, used] = [1, 0];
  for (const word of text.slice(0, MAX_LENGTH).split(/\s+/))
    for (const [index, part] of word.split(/(?<=[a-z]-)(?=[a-z])/i).entries()) {
      const width = measure(part, font);
      const gap = used === 0 || index > 0 ? 0 : blank;
      if (used + gap + width <= available) {
        used += gap + width;
        continue;
      }
      if (used > 0) lines += 1;
      lines += Math.ceil(width / available) - 1;
      used = width % available;
      if (lines >= most) return most;
    }
  return lines;
}
