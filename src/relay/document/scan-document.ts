import type { Json } from '../../kernel/index.ts';
import { scanStrings, type DocumentIssue, type GuardIssue, type Judgement } from '../../protocols/document/index.ts';
import type { Platform } from '../platform.ts';
import { prepareScan } from '../scan.ts';

/** What the guard says about a document's strings. */
export type DocumentGuard = (document: Json) => Judgement;

/** Findings are warnings, unless the caller or the project's policy is stricter. */
export async function prepareGuard(platform: Platform, isStrict: boolean): Promise<DocumentGuard> {
  const { scanText } = await prepareScan(platform, {});
  const blocks = platform.config.values.guard !== 'warn';
  const isRefused = ({ severity }: GuardIssue): boolean => isStrict || (blocks && severity === 'error');
  return (document) => {
    const issues = scanStrings(document, (text) => scanText(text));
    return {
      errors: issues.filter(isRefused).map(withoutSeverity),
      warnings: issues.filter((issue) => !isRefused(issue)).map(withoutSeverity),
    };
  };
}

const withoutSeverity = ({ severity: _severity, ...issue }: GuardIssue): DocumentIssue => issue;
