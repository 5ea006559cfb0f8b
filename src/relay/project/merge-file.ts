import { resolve } from 'node:path';
import type { GitRepo } from '../../kernel/index.ts';
import {
  findManifest,
  isIndexed,
  MANIFEST_FILE,
  mergeHandoffFile,
  mergeManifests,
  type ThreeSides,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { getRepo } from './commit-handoff.ts';
import { listNames } from './handoff-at.ts';
import { makeManifest } from './make-manifest.ts';

/** As git calls a merge driver: three temporary files, the second takes the result. */
export interface MergeRequest {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Of the file in the repository. */
  readonly path: string;
  /** The commit that is merged, where git told it. */
  readonly theirCommit?: string | undefined;
}

/** Merges one file of the handoff folder. Never leaves a conflict. */
export async function mergeFile(platform: Platform, request: MergeRequest): Promise<void> {
  const name = request.path.slice(request.path.lastIndexOf('/') + 1);
  const read = async (path: string): Promise<string> =>
    (await platform.files.findText(resolve(platform.folder, path))) ?? '';
  const sides = { base: await read(request.base), ours: await read(request.ours), theirs: await read(request.theirs) };
  const merged = name === MANIFEST_FILE ? await mergeManifest(platform, request, sides) : mergeHandoffFile(name, sides);
  await platform.files.writeAtomic(resolve(platform.folder, request.ours), merged);
}

/** The manifest is made from what the other files of the folder become, which is worked out here as git will do it. */
async function mergeManifest(platform: Platform, request: MergeRequest, sides: ThreeSides): Promise<string> {
  const ours = findManifest(sides.ours);
  const theirs = findManifest(sides.theirs);
  if (ours === undefined || theirs === undefined) return ours === undefined ? sides.theirs : sides.ours;
  const { previous, session } = mergeManifests(ours, theirs);
  const repo = await getRepo(platform);
  const files = await mergeFolder(repo, request, sides);
  return makeManifest(platform, {
    files: files ?? new Map(),
    previous,
    previousText: sides.ours,
    session,
    context: ours.quick_context,
  });
}

async function mergeFolder(repo: GitRepo, request: MergeRequest, sides: ThreeSides): Promise<Map<string, string>> {
  const folder = request.path.slice(0, request.path.lastIndexOf('/'));
  const ours = 'HEAD';
  const theirs = request.theirCommit ?? (await findCommitWith(repo, request.path, sides.theirs));
  const base = theirs === undefined ? undefined : await findBase(repo, theirs);
  const [ourFiles, theirFiles, baseFiles] = await Promise.all(
    [ours, theirs, base].map((commit) => readSide(repo, folder, commit)),
  );
  const names = new Set([...(ourFiles?.keys() ?? []), ...(theirFiles?.keys() ?? [])]);
  const merged = new Map<string, string>();
  for (const name of names) {
    const text = mergeOne(name, ourFiles?.get(name), theirFiles?.get(name), baseFiles?.get(name));
    if (text !== undefined) merged.set(name, text);
  }
  return merged;
}

/** As git decides: a side that did not touch a file has no say; a file one side removed and the other left alone goes. */
function mergeOne(
  name: string,
  ours: string | undefined,
  theirs: string | undefined,
  base: string | undefined,
): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return mergeHandoffFile(name, { base: base ?? '', ours, theirs });
}

async function readSide(repo: GitRepo, folder: string, commit: string | undefined): Promise<Map<string, string>> {
  if (commit === undefined) return new Map();
  const names = (await listNames(repo, folder, commit)).filter(isIndexed);
  const contents = await repo.showAll(names.map((name) => ({ revision: commit, path: `${folder}/${name}` })));
  return new Map(
    names.flatMap((name, index) =>
      contents[index] === undefined ? [] : [[name, contents[index].toString('utf8')] as const],
    ),
  );
}

async function findBase(repo: GitRepo, theirs: string): Promise<string | undefined> {
  const { code, stdout } = await repo.run(['merge-base', 'HEAD', theirs], { okCodes: [1, 128] });
  return code === 0 ? stdout.toString().trim() : undefined;
}

/** A rebase or cherry-pick does not name the commit; the one that has this very manifest is it. */
async function findCommitWith(repo: GitRepo, path: string, text: string): Promise<string | undefined> {
  const blob = (await repo.run(['hash-object', '--stdin'], { input: text })).stdout.toString().trim();
  const { stdout } = await repo.run(
    ['log', '--all', '--max-count=1', '--format=%H', `--find-object=${blob}`, '--', path],
    { okCodes: [128] },
  );
  return stdout.toString().trim() || undefined;
}
