import { given } from '../../../kernel/given.ts';
import type { Finding, Severity } from '../../../kernel/finding.ts';

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
