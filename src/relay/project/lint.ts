import { join } from 'node:path';
import { compareFindings, type Finding } from '../../kernel/finding.ts';
import { splitLog } from '../../kernel/markdown/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { findProvenanceFault, isFresh, isOldestFirst, LOCK_FILE, TEMPLATES } from '../../protocols/project/index.ts';
import { checkHandoff, fault } from './checks/check-handoff.ts';
import { readExtras } from './folder/folder-files.ts';
import { folderIn } from './folder/handoff-at.ts';
import { getHandoff, readTexts, type Handoff } from './folder/read-handoff.ts';

export interface LintResult {
  readonly findings: readonly Finding[];
  /** A session is open, or was left. */
  readonly hasLock: boolean;
  /** Files that were looked at. */
  readonly files: readonly string[];
}

const MAX_ACTION_TOKENS = 200;

/** Guard, structure, schema and `.aiignore` on `.ai/handoff/`, and what only a look around the repository tells. */
export async function lint(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<LintResult> {
  const handoff = await getHandoff(platform);
  const texts = readTexts(handoff);
  const extras = await readExtras(platform, handoff.folder);
  const findings = [
    ...(await checkHandoff(platform, {
      texts,
      broken: listBroken(handoff),
      manifestText: handoff.manifestText,
      aiignore: handoff.aiignore,
      extras,
    })),
    ...checkIntegrity(handoff, 'warning'),
    ...checkStatus(texts),
    ...checkOrder(texts.get('LOG.md') ?? ''),
    ...(await checkSize(platform, texts.get('NEXT_ACTIONS.md') ?? '')),
    ...(await checkOtherLocks(platform, handoff)),
  ];
  return {
    findings: findings.sort(compareFindings),
    files: [...handoff.files.keys(), ...extras.map(({ name }) => name)],
    hasLock: handoff.lockText !== undefined,
  };
}

export const listBroken = (handoff: Handoff): string[] =>
  [...handoff.files.values()].filter(({ isText }) => !isText).map(({ name }) => name);

/** Files that are not what the manifest says. While a session is open that is no fault. */
export function checkIntegrity(
  handoff: Pick<Handoff, 'manifest' | 'lockText'> & { files: ReadonlyMap<string, { checksum: string }> },
  severity: Finding['severity'],
): Finding[] {
  if (handoff.manifest === undefined || handoff.lockText !== undefined) return [];
  const listed = Object.entries(handoff.manifest.files);
  const changed = listed.flatMap(([name, { checksum }]) => {
    const file = handoff.files.get(name);
    if (file === undefined)
      return [
        fault(
          'file-missing',
          'integrity',
          severity,
          name,
          1,
          `${name} is in the manifest but not in the folder`,
          `bring it back with baton restore ${name}, or run baton manifest`,
        ),
      ];
    if (file.checksum === checksum) return [];
    return [
      fault(
        'checksum',
        'integrity',
        severity,
        name,
        1,
        `${name} is not what the manifest says: it was changed outside the protocol`,
        'look at the change with baton diff, then run baton manifest',
      ),
    ];
  });
  const extra = [...handoff.files.keys()].filter((name) => handoff.manifest?.files[name] === undefined);
  return [
    ...changed,
    ...extra.map((name) =>
      fault('file-not-listed', 'integrity', 'warning', name, 1, `${name} is not in the manifest`, 'run baton manifest'),
    ),
  ];
}

function checkOrder(log: string): Finding[] {
  if (!isOldestFirst(splitLog(log).entries)) return [];
  return [
    fault(
      'log-order',
      'structure',
      'warning',
      'LOG.md',
      1,
      'LOG.md is kept oldest first: entries are read by their dates',
      'run baton migrate, which puts the newest first',
    ),
  ];
}

function checkStatus(texts: ReadonlyMap<string, string>): Finding[] {
  const status = texts.get('STATUS.md');
  if (status === undefined || isFresh(texts) || status === TEMPLATES.get('STATUS.md')) return [];
  const why = findProvenanceFault(status);
  return why === undefined
    ? []
    : [
        fault(
          'provenance',
          'structure',
          'warning',
          'STATUS.md',
          1,
          `STATUS.md ${why}`,
          'update it with baton set, or close a session',
        ),
      ];
}

async function checkSize(platform: Pick<Platform, 'tokens'>, actions: string): Promise<Finding[]> {
  const count = await platform.tokens.count(actions);
  if (count <= MAX_ACTION_TOKENS) return [];
  return [
    fault(
      'next-actions-size',
      'structure',
      'warning',
      'NEXT_ACTIONS.md',
      1,
      `NEXT_ACTIONS.md has ${count} tokens, more than ${MAX_ACTION_TOKENS} (${platform.tokens.method})`,
      'keep items to one line; details belong elsewhere',
    ),
  ];
}

/** A lock that was committed to another branch, or lies in another work tree, is somebody at work elsewhere. */
async function checkOtherLocks(platform: Pick<Platform, 'files' | 'project'>, handoff: Handoff): Promise<Finding[]> {
  const repo = await platform.project.findRepo();
  if (repo?.top === undefined) return [];
  const path = folderIn(repo, handoff.folder);
  const places = [...(await listLockedBranches(repo, path)), ...(await listLockedTrees(platform, repo, path))];
  return places.map((place) =>
    fault(
      'lock-elsewhere',
      'integrity',
      'warning',
      LOCK_FILE,
      1,
      `${LOCK_FILE} is present ${place}`,
      'a session is open there, or was left; its handoff is not yet to be relied on',
    ),
  );
}

async function listLockedBranches(repo: GitRepo, path: string): Promise<string[]> {
  const { stdout } = await repo.run(['for-each-ref', '--format=%(refname:short)', 'refs/heads']);
  const branches = stdout
    .toString()
    .split('\n')
    .filter((name) => name !== '');
  const locks = await repo.showAll(
    branches.map((branch) => ({ revision: `refs/heads/${branch}`, path: `${path}/${LOCK_FILE}` })),
  );
  return branches.filter((_, index) => locks[index] !== undefined).map((branch) => `on branch ${branch}`);
}

async function listLockedTrees(platform: Pick<Platform, 'files'>, repo: GitRepo, path: string): Promise<string[]> {
  const { stdout } = await repo.run(['worktree', 'list', '--porcelain', '-z']);
  const trees = stdout
    .toString()
    .split('\0')
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice(9)] : []));
  const found: string[] = [];
  for (const tree of trees.filter((each) => each !== repo.top)) {
    if ((await platform.files.stat(join(tree, path, LOCK_FILE))) !== undefined) found.push(`in the work tree ${tree}`);
  }
  return found;
}
