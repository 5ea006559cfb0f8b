import { cutText } from '../../../kernel/text.ts';
import type { Failure, ToolResult } from './tool-result.ts';

/** As the published test example: counts, what failed, coverage, duration. */
export function renderToolBullets(result: ToolResult, limit: number): string[] {
  const room = Math.floor(limit / 2.5);
  const places = countPlaces(result.failures);
  const names = result.failures.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const isTest = result.kind === 'test';
  return [
    isTest ? renderTestCounts(result) : renderBuildCounts(result, places.length),
    ...(places.length > 0 ? [joinWithin('Failed: ', places, room)] : []),
    ...renderFirstFailure(result.failures, room),
    ...(isTest && names.length > 0 ? [joinWithin(places.length > 0 ? 'Failing: ' : 'Failed: ', names, room)] : []),
    ...(result.first === undefined ? [] : [cutText(`First: ${result.first}`, room, '…')]),
    ...(result.coverage === undefined ? [] : [`Coverage: ${result.coverage}`]),
    ...(result.durationMs === undefined ? [] : [`Duration: ${renderSeconds(result.durationMs)}`]),
  ];
}

/** With what its assertion said, as far as there is room. */
function renderFirstFailure(failures: readonly Failure[], room: number): string[] {
  const first = failures.find(({ message }) => message !== undefined);
  if (first === undefined) return [];
  return [cutText(`First failure: ${first.name ?? first.place ?? ''}: ${first.message ?? ''}`, room, '…')];
}

const renderTestCounts = ({ passed, failed, skipped, errors = 0 }: ToolResult): string => {
  const parts = [
    ...(passed === undefined ? [] : [`${passed} passed`]),
    `${failed} failed`,
    ...(skipped === undefined ? [] : [`${skipped} skipped`]),
    ...(errors === 0 ? [] : [plural(errors, 'error')]),
  ];
  return `Tests: ${parts.join(', ')}`;
};

function renderBuildCounts({ tool, failed, warnings }: ToolResult, files: number): string {
  const counts = [plural(failed, 'error'), ...(warnings === undefined ? [] : [plural(warnings, 'warning')])];
  return `${tool}: ${counts.join(', ')}${files === 0 ? '' : ` in ${plural(files, 'file')}`}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** `auth.test.ts (2)`, the worst first. */
function countPlaces(failures: readonly Failure[]): string[] {
  const counts = new Map<string, number>();
  for (const { place } of failures) if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([place, count]) => `${place} (${count})`);
}

/** As many as there is room for, at least one, and how many more there are. */
function joinWithin(label: string, items: readonly string[], room: number): string {
  let text = label + cutText(items[0] ?? '', room - label.length, '…');
  for (const [index, item] of items.entries()) {
    if (index === 0) continue;
    const rest = items.length - index;
    if (text.length + item.length + 2 > room - 14) return `${text}, and ${rest} more`;
    text += `, ${item}`;
  }
  return text;
}

function renderSeconds(durationMs: number): string {
  const seconds = durationMs / 1_000;
  const shown = seconds < 10 ? Number(seconds.toFixed(2)) : Math.round(seconds);
  return `${shown} second${shown === 1 ? '' : 's'}`;
}
