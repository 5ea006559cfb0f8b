import type { DocumentIssue } from '../../../../protocols/document/index.ts';
import type { Style } from '../../style.ts';

/** `✗ /handoff/context/summary  is required and missing` with its repair below. */
export function showIssues(
  errors: readonly DocumentIssue[],
  warnings: readonly DocumentIssue[],
  style: Style,
  omitted = { errors: 0, warnings: 0 },
): string[] {
  const show = (mark: string) => (issue: DocumentIssue) => showIssue(issue, mark, style);
  return [
    ...showFirst(errors, 'error', show(style.red('✗')), omitted.errors),
    ...showFirst(warnings, 'warning', show(style.yellow('!')), omitted.warnings),
  ];
}

/** A fault is often made once per item of a list: a screen of them says as much as all. */
const SHOWN = 20;

/** The first of many, each said once with how often it occurs, and how many more there are. */
export function showFirst<T>(
  all: readonly T[],
  one: string,
  show: (item: T) => readonly string[],
  omitted = 0,
): string[] {
  const counts = new Map<string, number>();
  for (const text of all.map((item) => show(item).join('\n'))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shown = [...counts].slice(0, SHOWN);
  const rest = all.length + omitted - shown.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...shown.flatMap(([text, count]) => (count === 1 ? [text] : [`${text}\n    ${count} times`])),
    ...(rest > 0 ? [`  and ${countOf(rest, `more ${one}`)}`] : []),
  ];
}

const showIssue = ({ rule, message, repair }: DocumentIssue, mark: string, style: Style): string[] => [
  `  ${mark} ${message} ${style.dim(`(${rule})`)}`,
  `    ${style.dim('→')} ${repair}`,
];

export const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
