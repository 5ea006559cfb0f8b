import type { DocumentIssue } from '../../../../protocols/document/index.ts';
import type { Style } from '../../style.ts';

/** `✗ /handoff/context/summary  is required and missing` with its repair below. */
export function showIssues(
  errors: readonly DocumentIssue[],
  warnings: readonly DocumentIssue[],
  style: Style,
): string[] {
  return [
    ...errors.flatMap((issue) => showIssue(issue, style.red('✗'), style)),
    ...warnings.flatMap((issue) => showIssue(issue, style.yellow('!'), style)),
  ];
}

const showIssue = ({ rule, message, repair }: DocumentIssue, mark: string, style: Style): string[] => [
  `  ${mark} ${message} ${style.dim(`(${rule})`)}`,
  `    ${style.dim('→')} ${repair}`,
];

export const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
