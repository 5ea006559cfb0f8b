import { BatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { splitLines } from '../../../kernel/text.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import type { GitFolder } from '../git/read-git.ts';
import { checkHandoff, type CheckedContent } from './check-handoff.ts';
import { fault } from './content-faults.ts';
import { scanChangedFiles, type Guarding } from './scan-files.ts';

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

/** Of what a session finds or writes. */
export const checkWritten = (platform: Guarding, content: CheckedContent): Promise<Finding[]> =>
  checkHandoff(platform, content, (files, texts) => scanChangedFiles(platform, files, texts));

/** Everything that must hold of the folder before it is committed. */
export async function checkBeforeCommit(
  platform: Guarding,
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
  return [...(await checkWritten(platform, content)), ...undecided];
}

/** Refuses at once what `close` would refuse: the same check, on the files a command is about to write. */
export async function assertContent(
  platform: Guarding,
  handoff: Pick<Handoff, 'aiignore' | 'files'>,
  writes: ReadonlyMap<string, string>,
): Promise<void> {
  const texts = new Map([...writes].filter(([name]) => name.endsWith('.md')));
  const errors = await findErrors(platform, handoff, texts);
  if (errors.length === 0) return;
  const before = new Map([...texts.keys()].map((name) => [name, handoff.files.get(name)?.text ?? '']));
  const known = listStanding(await findErrors(platform, handoff, before), before);
  const [first, ...more] = sortFindings(errors, texts, known).news;
  if (first === undefined) return;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new BatonError('CONTENT_REFUSED', `${first.file}:${first.line} ${first.message}${rest}`, {
    findings: [first, ...more],
    hint: first.hint,
  });
}

async function findErrors(
  platform: Guarding,
  { aiignore, files }: Pick<Handoff, 'aiignore' | 'files'>,
  texts: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const lists = ['allow.json', 'pii-allowlist.json'].flatMap((name) => {
    const text = files.get(name)?.text;
    return text === undefined ? [] : [[name, text] as const];
  });
  const content = { texts: new Map([...texts, ...lists]), broken: [], manifestText: undefined, aiignore, extras: [] };
  return (await checkWritten(platform, content)).filter(({ severity }) => severity === 'error');
}
