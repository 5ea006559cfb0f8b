import { splitLines } from '../../../kernel/text.ts';

/** Lines with a sign before them: `+` added, `-` gone, two spaces for one line of context. In one pass. */
export function renderDiff(before: string, after: string): string[] {
  const [old, now] = [toLines(before), toLines(after)];
  const remaining = new Map<string, number>();
  for (const line of now) remaining.set(line, (remaining.get(line) ?? 0) + 1);
  const take = (line: string): void => void remaining.set(line, (remaining.get(line) ?? 1) - 1);
  const result: string[] = [];
  let at = 0;
  for (const line of old) {
    if ((remaining.get(line) ?? 0) <= 0) {
      result.push(`- ${line}`);
      continue;
    }
    for (; at < now.length && now[at] !== line; at += 1) {
      result.push(`+ ${now[at]}`);
      take(now[at] ?? '');
    }
    if (at >= now.length) {
      result.push(`- ${line}`);
      continue;
    }
    result.push(`  ${line}`);
    take(line);
    at += 1;
  }
  return [...result, ...now.slice(at).map((line) => `+ ${line}`)].filter(isNearChange);
}

const toLines = (text: string): string[] => splitLines(text).map(({ start, end }) => text.slice(start, end));

const isNearChange = (line: string, index: number, all: readonly string[]): boolean =>
  !line.startsWith('  ') ||
  [all[index - 1], all[index + 1]].some((near) => near !== undefined && !near.startsWith('  '));
