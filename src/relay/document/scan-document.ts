import type { Json } from '../../kernel/json.ts';
import {
  scanExtract,
  scanStrings,
  type DocumentIssue,
  type GuardIssue,
  type Judgement,
  type ScanText,
} from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { prepareScan } from '../scan/index.ts';

/** What the guard says about a document's strings. */
export type DocumentGuard = (document: Json) => GuardJudgement;

interface GuardJudgement extends Judgement {
  /** Nothing was found, and there is no list that might have let anything pass. */
  readonly isClean: boolean;
}

/** The guard for the strings of a document, with the settings and lists of this project. */
export async function prepareDocumentScan(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
): Promise<{ readonly scan: ScanText; readonly hasLists: boolean }> {
  const { scanText, scanByRules, hasLists } = await prepareScan(platform, {});
  return { scan: (text) => scanExtract(text, scanText, scanByRules), hasLists };
}

/** Findings are warnings, unless the caller or the project's policy is stricter. */
export async function prepareGuard(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  isStrict: boolean,
): Promise<DocumentGuard> {
  const { scan, hasLists } = await prepareDocumentScan(platform);
  const blocks = isBlockingByChoice(platform);
  const isRefused = ({ severity }: GuardIssue): boolean => isStrict || (blocks && severity === 'error');
  return (document) => {
    const issues = scanStrings(document, scan);
    return {
      errors: issues.filter(isRefused).map(withoutSeverity),
      warnings: issues.filter((issue) => !isRefused(issue)).map(withoutSeverity),
      isClean: issues.length === 0 && !hasLists,
    };
  };
}

/** The protocol calls findings warnings; a project that chose to block overrules it, the setting's default does not. */
const isBlockingByChoice = ({ project: { settings: config } }: Pick<Platform, 'project'>): boolean =>
  config.rows.some(({ key, value, origin }) => key === 'guard' && value !== 'warn' && origin !== 'default');

const withoutSeverity = ({ severity: _severity, ...issue }: GuardIssue): DocumentIssue => issue;
