import { join } from 'node:path';
import { compareFindings, type Finding } from '../../kernel/finding.ts';
import { splitLog } from '../../kernel/markdown/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { findProvenanceFault, isOldestFirst } from '../../protocols/project/log/index.ts';
import { isFresh, LOCK_FILE, TEMPLATES } from '../../protocols/project/index.ts';
import { checkHandoff } from './checks/check-handoff.ts';
import { checkIntegrity, fault } from './checks/content-faults.ts';
import { listLockedBranches } from './checks/locked-branches.ts';
import { scanFiles } from './checks/scan-files.ts';
import { gatherExtras } from './folder/folder-files.ts';
import { folderIn } from './git/read-git.ts';
import { getHandoff, listBroken, readTexts, type Handoff } from './folder/read-handoff.ts';

/** What is wrong with the handoff files. */
export interface LintResult {
  readonly findings: readonly Finding[];
  /** A session is open, or was left. */
  readonly hasLock: boolean;
  /** Files that were looked at. */
  readonly files: readonly string[];
  /** How often an allow list or a comment of the repository kept a finding out. */
  readonly allowed: number;
}

const MAX_ACTION_TOKENS = 200;

/** Guard, structure, schema and `.aiignore` on `.ai/handoff/`, and what only a look around the repository tells. */
export async function lint(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<LintResult> {
  const handoff = await getHandoff(platform);
  const texts = readTexts(handoff);
  const extras = await gatherExtras(platform, handoff.folder);
  const tally = { allowed: 0 };
  const content = {
    texts,
    broken: listBroken(handoff),
    manifestText: handoff.manifestText,
    aiignore: handoff.aiignore,
    extras,
  };
  const findings = [
    ...(await checkHandoff(platform, content, (files, all) => scanFiles(platform, files, all, 'listed', tally))),
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
    allowed: tally.allowed,
  };
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
  const branches = (await listLockedBranches(repo, path)).map((branch) => `on branch ${branch}`);
  const places = [...branches, ...(await listLockedTrees(platform, repo, path))];
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
