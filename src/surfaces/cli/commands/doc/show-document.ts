import { cutText } from '../../../../kernel/text.ts';
import { FAILURES, type Compression, type DocumentIssue } from '../../../../protocols/document/index.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

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

/** A step with more changes than this names the rest by number. */
const SHOWN_CHANGES = 8;

/** What each strategy changed, and the tokens after it. */
export function showSteps({ steps }: Pick<Compression, 'steps'>, style: Style): string[] {
  return steps.flatMap(({ strategy, tokens, changes }) => [
    `  ${strategy}  ${style.dim(`${tokens} tokens after it`)}`,
    ...changes
      .slice(0, SHOWN_CHANGES)
      .map(
        ({ kind, path, bytesBefore, bytesAfter }) =>
          `    ${kind} ${cutText(path, SHOWN_PATH, '…')}  ${style.dim(`${bytesBefore} → ${bytesAfter} bytes`)}`,
      ),
    ...(changes.length > SHOWN_CHANGES ? [`    and ${changes.length - SHOWN_CHANGES} more`] : []),
  ]);
}

const SHOWN_PATH = 100;

/** What takes the room, for a person to decide. */
export function showLargest(
  { tokens, largest, limit }: Pick<Compression, 'tokens' | 'largest' | 'limit'>,
  style: Style,
): string[] {
  const { failure, recovery } = FAILURES.overLimit;
  const rows = largest.map(({ path, tokens: count, bytes }) => [
    `  ${cutText(path, SHOWN_PATH, '…')}`,
    `${count} tokens`,
    style.dim(`${bytes} bytes`),
  ]);
  return [
    `  ${failure} (${tokens.count}). ${recovery}:`,
    ...renderTable(rows).split('\n'),
    `  Required fields, hash and the reference to the original take ${tokens.count} tokens; the limit is ${limit}.`,
  ];
}
