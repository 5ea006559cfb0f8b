import type { Json } from '../../kernel/json.ts';
import { scanStrings, type DocumentIssue, type GuardIssue, type Judgement } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { prepareScan } from '../scan/index.ts';

/** What the guard says about a document's strings. */
export type DocumentGuard = (document: Json) => Judgement;

/** Findings are warnings, unless the caller or the project's policy is stricter. */
export async function prepareGuard(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  isStrict: boolean,
): Promise<DocumentGuard> {
  const { scanText } = await prepareScan(platform, {});
  const blocks = isBlockingByChoice(platform);
  const isRefused = ({ severity }: GuardIssue): boolean => isStrict || (blocks && severity === 'error');
  return (document) => {
    const issues = scanStrings(document, (text) => scanText(text));
    return {
      errors: issues.filter(isRefused).map(withoutSeverity),
      warnings: issues.filter((issue) => !isRefused(issue)).map(withoutSeverity),
    };
  };
}

/** The protocol calls findings warnings; a project that chose to block overrules it, the setting's default does not. */
const isBlockingByChoice = ({ project: { settings: config } }: Pick<Platform, 'project'>): boolean =>
  config.rows.some(({ key, value, origin }) => key === 'guard' && value !== 'warn' && origin !== 'default');

const withoutSeverity = ({ severity: _severity, ...issue }: GuardIssue): DocumentIssue => issue;
