import type { Finding } from '../../../kernel/finding.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { splitLines } from '../../../kernel/text.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import type { GitFolder } from '../git/git-folder.ts';
import { checkHandoff, type CheckedContent } from './check-handoff.ts';
import { fault } from './fault.ts';

/** More than this in one folder: the rest counts as new, and is looked at. */
const MAX_STANDING = 1_000;

/** What tells a finding that was there before from a new one: file, rule and the very line, wherever it stands now. */
function keyOf({ file, rule, line, message }: Finding, texts: ReadonlyMap<string, string>): string {
  const name = (file ?? '').slice(HANDOFF_FOLDER.length + 1);
  const text = texts.get(name) ?? '';
  const place = splitLines(text)[line - 1];
  const words = place === undefined ? message : text.slice(place.start, place.end).trim();
  return sha256Hex(JSON.stringify([name, rule, words])).slice(0, 16);
}

/** Of the errors alone: nothing else keeps a session open. */
export const listStanding = (findings: readonly Finding[], texts: ReadonlyMap<string, string>): string[] =>
  [...new Set(findings.filter(({ severity }) => severity === 'error').map((finding) => keyOf(finding, texts)))].slice(
    0,
    MAX_STANDING,
  );

export interface SortedFindings {
  /** Written since the session began. */
  readonly news: readonly Finding[];
  /** There before. */
  readonly standing: readonly Finding[];
}

/** `known` as `listStanding` made it; undefined counts everything as new. */
export function sortFindings(
  findings: readonly Finding[],
  texts: ReadonlyMap<string, string>,
  known: readonly string[] | undefined,
): SortedFindings {
  const keys = new Set(known ?? []);
  const isStanding = (finding: Finding): boolean => finding.severity === 'error' && keys.has(keyOf(finding, texts));
  return { news: findings.filter((each) => !isStanding(each)), standing: findings.filter(isStanding) };
}

/** Everything that must hold of the folder before it is committed. */
export async function checkBeforeCommit(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  content: CheckedContent,
  git: GitFolder | undefined,
): Promise<Finding[]> {
  const undecided = (git?.unmerged ?? []).map((path) =>
    fault(
      'merge-undecided',
      'structure',
      'error',
      path.slice(path.lastIndexOf('/') + 1),
      1,
      `${path} waits for a merge to be decided`,
      'decide the conflict, git add the file, then close again',
    ),
  );
  return [...(await checkHandoff(platform, content)), ...undecided];
}
