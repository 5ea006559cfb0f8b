import type { Finding } from '../../../../kernel/index.ts';
import type { Style } from '../../style.ts';

/** One line of place and message per finding, its remedy below. */
export function renderFindings(findings: readonly Finding[], style: Style): string[] {
  const marks = { error: style.red('error  '), warning: style.yellow('warning'), note: style.cyan('note   ') };
  return findings.flatMap(({ severity, file = '-', line, column, message, rule, excerpt, hint }) => [
    `${marks[severity]}  ${file}:${line}:${column}  ${message} ${style.dim(`(${rule})`)}`,
    ...(excerpt === '' ? [] : [`         ${style.dim(excerpt)}`]),
    ...(severity === 'error' ? [`         ${style.dim('→')} ${hint}`] : []),
  ]);
}

export const countFindings = (findings: readonly Finding[]): string => {
  const count = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return `${count('error')} errors, ${count('warning')} warnings, ${count('note')} notes`;
};
