import { join } from 'node:path';
import { type SignedHead, findHead, isGenuine, renderHead } from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';

type AnchorPlatform = Pick<Platform, 'audit' | 'clock' | 'files' | 'git' | 'project' | 'remark'>;

/** Each log has its own ref: work trees and data dirs that share a repository do not overwrite each other's. */
const REF_FOLDER = 'refs/baton/audit/';
const HEAD_NAME = 'head.json';
const LOG_DIGITS = 16;

/** After so many entries, or so much time, the head is put into git again. */
const ANCHOR_ENTRIES = 256;
const ANCHOR_MS = 60 * 60_000;

/**
 * Puts the signed head under a git ref now and then: whoever replaces the whole data dir by an older copy would also
 * have to rewrite the repository, and every clone that fetched the ref. Never fails the work it follows.
 */
export async function anchorAudit(
  platform: AnchorPlatform,
  options: { readonly force?: boolean } = {},
): Promise<string | undefined> {
  try {
    const head = await platform.audit.head();
    if (head === undefined || (options.force !== true && !(await isDue(platform, head)))) return undefined;
    const repo = await platform.project.findRepo();
    const ref = repo === undefined ? undefined : await writeAnchor(repo, head, platform.clock.now());
    await platform.files.writeAtomic(
      markPath(platform),
      `${JSON.stringify({ entries: head.entries, at: platform.clock.now() })}\n`,
    );
    return ref;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    platform.remark(`the audit log could not be anchored in git: ${error.message}`);
    return undefined;
  }
}

const markPath = ({ project: { dataDir } }: AnchorPlatform): string => join(dataDir, 'audit', 'anchor.json');

async function isDue(platform: AnchorPlatform, head: SignedHead): Promise<boolean> {
  const text = await platform.files.findText(markPath(platform), { maxBytes: 4_096 });
  const mark = text === undefined ? undefined : parseMark(text);
  if (mark === undefined) return true;
  return head.entries - mark.entries >= ANCHOR_ENTRIES || platform.clock.now() - mark.at >= ANCHOR_MS;
}

function parseMark(text: string): { entries: number; at: number } | undefined {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return undefined;
    const { entries, at } = value;
    return typeof entries === 'number' && typeof at === 'number' ? { entries, at } : undefined;
  } catch {
    return undefined;
  }
}

/** A commit per anchor, each on top of the one before: the ref's history is the history of the log's growth. */
async function writeAnchor(repo: GitRepo, head: SignedHead, nowMs: number): Promise<string> {
  const ref = `${REF_FOLDER}${head.log.slice(0, LOG_DIGITS)}`;
  const text = async (args: readonly string[], input?: string): Promise<string> =>
    (await repo.run(args, { env: identityAt(nowMs), ...(input === undefined ? {} : { input }) })).stdout
      .toString('utf8')
      .trim();
  const blob = await text(['hash-object', '-w', '--stdin'], `${renderHead(head)}\n`);
  const tree = await text(['mktree'], `100644 blob ${blob}\t${HEAD_NAME}\n`);
  const before = await repo.run(['rev-parse', '--verify', '--quiet', ref], { okCodes: [1] });
  const parent = before.code === 0 ? before.stdout.toString('utf8').trim() : undefined;
  const message = `audit log at ${head.entries} entries`;
  const commit = await text(['commit-tree', tree, '-m', message, ...(parent === undefined ? [] : ['-p', parent])]);
  await repo.run(['update-ref', ref, commit, parent ?? '']);
  return ref;
}

function identityAt(nowMs: number): Record<string, string> {
  const date = `${Math.floor(nowMs / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: 'baton',
    GIT_AUTHOR_EMAIL: 'baton@localhost',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'baton',
    GIT_COMMITTER_EMAIL: 'baton@localhost',
    GIT_COMMITTER_DATE: date,
  };
}

export interface AnchorsRead {
  /** Newest anchor of each log the repository knows. */
  readonly heads: readonly SignedHead[];
  readonly problems: readonly string[];
}

export async function readAnchors(platform: Pick<Platform, 'project'>): Promise<AnchorsRead> {
  const repo = await platform.project.findRepo();
  if (repo === undefined) return { heads: [], problems: [] };
  const listed = await repo.run(['for-each-ref', '--format=%(refname)', REF_FOLDER]);
  const refs = listed.stdout
    .toString('utf8')
    .split('\n')
    .filter((ref) => ref !== '');
  const heads: SignedHead[] = [];
  const problems: string[] = [];
  for (const ref of refs) {
    const shown = await repo.run(['cat-file', 'blob', `${ref}:${HEAD_NAME}`], { okCodes: [128] });
    const head = shown.code === 0 ? findHead(shown.stdout.toString('utf8')) : undefined;
    if (head === undefined || !isGenuine(head)) problems.push(`the anchor ${ref} is not genuine`);
    else heads.push(head);
  }
  return { heads, problems };
}
