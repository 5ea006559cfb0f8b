import { splitLines } from '../../../kernel/text.ts';

/** Beyond this many pairs of lines a middle part is shown as gone and added as a whole. */
const MAX_PAIRS = 4_000_000;

/** Lines with a sign before them: `+` added, `-` gone, two spaces for one line of context. */
export function renderDiff(before: string, after: string): string[] {
  const [old, now] = [toLines(before), toLines(after)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < most - start && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = compare(old.slice(start, old.length - tail), now.slice(start, now.length - tail));
  return [
    ...old.slice(0, start).map((line) => `  ${line}`),
    ...middle,
    ...old.slice(old.length - tail).map((line) => `  ${line}`),
  ].filter(isNearChange);
}

/** Keeps as many lines as possible: the longest sequence that both have. */
function compare(old: readonly string[], now: readonly string[]): string[] {
  const width = now.length + 1;
  if (old.length * now.length > MAX_PAIRS) return [...gone(old), ...added(now)];
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const result: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      result.push(`  ${old[i]}`);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) result.push(`- ${old[i++]}`);
    else result.push(`+ ${now[j++]}`);
  }
  return [...result, ...gone(old.slice(i)), ...added(now.slice(j))];
}

const gone = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);
const added = (lines: readonly string[]): string[] => lines.map((line) => `+ ${line}`);

const toLines = (text: string): string[] => splitLines(text).map(({ start, end }) => text.slice(start, end));

const isNearChange = (line: string, index: number, all: readonly string[]): boolean =>
  !line.startsWith('  ') ||
  [all[index - 1], all[index + 1]].some((near) => near !== undefined && !near.startsWith('  '));
