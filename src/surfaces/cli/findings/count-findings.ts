import { isAtLeast, type Finding, type Severity } from '../../../kernel/finding.ts';

/** The least severity that makes a checking command exit with 1. */
export type FailOn = Extract<Severity, 'error' | 'warning'>;

export const failsOn = (findings: readonly Finding[], floor: FailOn): boolean =>
  findings.some((finding) => isAtLeast(finding.severity, floor));

function countFindings(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** `2 errors, 1 warning`; empty if there is nothing. */
export function describeCounts(findings: readonly Finding[]): string {
  const counts = countFindings(findings);
  return (['error', 'warning', 'note'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? '' : 's'}`)
    .join(', ');
}
