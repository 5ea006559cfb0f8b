import { isAtLeast, type Finding, type Severity } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import type { Style } from '../style.ts';
import { renderJunit, renderSarif } from './render-reports.ts';

const FINDING_FORMATS = ['text', 'json', 'sarif', 'junit'] as const;
export type FindingFormat = (typeof FINDING_FORMATS)[number];

/** `data` is what `--json` would print; it is passed in so that both are the same. */
export function renderFindings(
  format: FindingFormat,
  findings: readonly Finding[],
  data: unknown,
  style: Style,
): string {
  switch (format) {
    case 'text':
      return renderText(findings, style);
    case 'json':
      return JSON.stringify({ schema_version: 1, data });
    case 'sarif':
      return renderSarif(findings);
    case 'junit':
      return renderJunit(findings);
  }
}

/** `--format` of every command that checks something. */
export const formatFlag = {
  kind: 'text',
  value: 'FORMAT',
  choices: FINDING_FORMATS,
  about: 'How findings are written: text, json, sarif or junit.',
} as const;

export const chooseFormat = (name: string | undefined): FindingFormat =>
  FINDING_FORMATS.find((format) => format === name) ?? 'text';

/** What a check says about a whole file, or about one of its lines if it is known. */
interface Remark {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string | undefined;
  readonly line?: number | undefined;
  readonly message: string;
  readonly hint: string;
}

/** Checks that have findings of their own kind write SARIF and JUnit through this. No excerpt: nothing can leak by it. */
export const asFinding = (kind: Finding['kind'], { file, line = 1, ...remark }: Remark): Finding => ({
  kind,
  ...remark,
  ...given({ file }),
  line,
  column: 1,
  endLine: line,
  endColumn: 1,
  excerpt: '',
});

/** One block per file, one finding in two lines: where and what, then what to see and what to do. */
function renderText(findings: readonly Finding[], style: Style): string {
  if (findings.length === 0) return style.green('Nothing found.');
  const files = groupByFile(findings);
  const blocks = [...files].map(([file, group]) =>
    [style.bold(file), ...group.map((finding) => renderFinding(finding, style))].join('\n'),
  );
  return [...blocks, describeCounts(findings)].join('\n\n');
}

function renderFinding(finding: Finding, style: Style): string {
  const paint: Record<Severity, (text: string) => string> = {
    error: style.red,
    warning: style.yellow,
    note: style.cyan,
  };
  const place = `${finding.line}:${finding.column}`.padEnd(7);
  const lines = [
    `  ${place} ${paint[finding.severity](finding.severity.padEnd(7))} ${finding.message}  ${style.dim(finding.rule)}`,
  ];
  if (finding.excerpt !== '') lines.push(`          ${style.dim('│')} ${finding.excerpt}`);
  lines.push(`          ${style.dim('→')} ${finding.hint}`);
  return lines.join('\n');
}

function groupByFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const file = finding.file ?? '(standard input)';
    const group = files.get(file);
    if (group === undefined) files.set(file, [finding]);
    else group.push(finding);
  }
  return files;
}

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
