/** Signed heads under git refs, one ref per log and one commit per head: its history is the history of the log's growth. */
import { given } from '../../kernel/given.ts';
import { findHead, isGenuine, renderHead, type SignedHead } from '../../kernel/audit/index.ts';
import type { GitRepo } from '../../kernel/ports/index.ts';

const ANCHOR_REFS = 'refs/baton/audit/';
const HEAD_NAME = 'head.json';
const PLACE_NAME = 'place';
const LOG_DIGITS = 16;

/** Each log has its own ref: work trees and data dirs that share a repository do not overwrite each other's. */
export const refOf = (log: string, folder = ANCHOR_REFS): string => `${folder}${log.slice(0, LOG_DIGITS)}`;

export interface Anchors {
  /** Every head that was ever put under the ref of this log. */
  readonly own: readonly SignedHead[];
  /** The newest head of every other log, with the place it was kept at. */
  readonly others: readonly { readonly head: SignedHead; readonly place: string | undefined }[];
  readonly refs: readonly string[];
  readonly problems: readonly string[];
}

const NO_ANCHORS: Anchors = { own: [], others: [], refs: [], problems: [] };

export async function readAnchors(
  repo: GitRepo | undefined,
  log: string | undefined,
  folder = ANCHOR_REFS,
): Promise<Anchors> {
  if (repo === undefined) return NO_ANCHORS;
  const refs = await listLines(repo, ['for-each-ref', '--format=%(refname)', folder]);
  const ownRef = log === undefined ? undefined : refs.find((ref) => ref === refOf(log, folder));
  const [own, others] = [await readHistory(repo, ownRef), refs.filter((ref) => ref !== ownRef)];
  const found = await repo.showAll(
    others.flatMap((revision) => [HEAD_NAME, PLACE_NAME].map((path) => ({ revision, path }))),
  );
  const read = others.map((ref, index) => ({
    ref,
    head: toHead(found[2 * index]),
    place: found[2 * index + 1]?.toString('utf8').trim(),
  }));
  return {
    own: own.heads,
    others: read.flatMap(({ head, place }) => (head === undefined ? [] : [{ head, place }])),
    refs,
    problems: [
      ...own.problems,
      ...read.flatMap(({ ref, head }) => (head === undefined ? [`the anchor ${ref} is not genuine`] : [])),
    ],
  };
}

async function readHistory(
  repo: GitRepo,
  ref: string | undefined,
): Promise<{ readonly heads: readonly SignedHead[]; readonly problems: readonly string[] }> {
  if (ref === undefined) return { heads: [], problems: [] };
  const commits = await listLines(repo, ['rev-list', ref]);
  const found = await repo.showAll(commits.map((revision) => ({ revision, path: HEAD_NAME })));
  const heads = found.map(toHead);
  return {
    heads: heads.filter((head) => head !== undefined),
    problems: heads.includes(undefined) ? [`an anchor under ${ref} is not genuine`] : [],
  };
}

function toHead(bytes: Buffer | undefined): SignedHead | undefined {
  const head = bytes === undefined ? undefined : findHead(bytes.toString('utf8'));
  return head !== undefined && isGenuine(head) ? head : undefined;
}

async function listLines(repo: GitRepo, args: readonly string[]): Promise<string[]> {
  const { stdout } = await repo.run(args);
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** The commit that the ref of this log names; undefined if there is no such ref. */
export async function findAnchor(repo: GitRepo, log: string): Promise<string | undefined> {
  const found = await repo.run(['rev-parse', '--verify', '--quiet', refOf(log)], { okCodes: [1] });
  return found.code === 0 ? found.stdout.toString('utf8').trim() : undefined;
}

export async function writeAnchor(
  repo: GitRepo,
  head: SignedHead,
  { place, parent, nowMs }: { readonly place: string; readonly parent: string | undefined; readonly nowMs: number },
): Promise<void> {
  const text = async (args: readonly string[], input?: string): Promise<string> =>
    (await repo.run(args, { env: identityAt(nowMs), ...given({ input }) })).stdout.toString('utf8').trim();
  const store = (content: string): Promise<string> => text(['hash-object', '-w', '--stdin'], `${content}\n`);
  const blobs = [
    [await store(renderHead(head)), HEAD_NAME],
    [await store(place), PLACE_NAME],
  ];
  const tree = await text(['mktree'], blobs.map(([blob, name]) => `100644 blob ${blob}\t${name}\n`).join(''));
  const message = `audit log at ${head.entries} entries`;
  const commit = await text(['commit-tree', tree, '-m', message, ...(parent === undefined ? [] : ['-p', parent])]);
  await repo.run(['update-ref', refOf(head.log), commit, parent ?? '']);
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
