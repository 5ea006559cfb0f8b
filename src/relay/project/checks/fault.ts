import type { Finding } from '../../../kernel/finding.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';

/** A finding about a file of the handoff folder, at the beginning of a line. */
export function fault(
  rule: string,
  kind: Finding['kind'],
  severity: Finding['severity'],
  name: string,
  line: number,
  message: string,
  hint: string,
): Finding {
  return {
    rule,
    kind,
    severity,
    file: `${HANDOFF_FOLDER}/${name}`,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    excerpt: '',
    message,
    hint,
  };
}
