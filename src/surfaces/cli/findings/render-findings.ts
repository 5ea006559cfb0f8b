import type { Finding, Severity } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import type { Style } from '../style.ts';
import { renderJunit } from './render-junit.ts';
import { renderSarif } from './render-sarif.ts';
import { renderText } from './render-text.ts';

export const FINDING_FORMATS = ['text', 'json', 'sarif', 'junit'] as const;
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
