import type { Finding } from '../../../kernel/finding.ts';
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
