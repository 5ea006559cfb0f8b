import { resolve } from 'node:path';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { findManifest } from '../../protocols/project/manifest/index.ts';
import { isIndexed, MANIFEST_FILE } from '../../protocols/project/index.ts';
import { mergeHandoffFile, mergeManifests, type ThreeSides } from '../../protocols/project/merge/index.ts';
import { mergeTasks, type MergedTasks, type TaskSide } from '../../protocols/project/actions/index.ts';
import { getRepo } from '../settings/index.ts';
import { listNames } from './git/handoff-at.ts';
import { makeManifest } from './change/make-manifest.ts';

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

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
export async function mergeFile(
  platform: Pick<Platform, 'files' | 'project' | 'tokens'>,
  request: MergeRequest,
): Promise<void> {
  const name = request.path.slice(request.path.lastIndexOf('/') + 1);
  const read = async (path: string): Promise<string> =>
    (await platform.files.findText(resolve(platform.project.folder, path))) ?? '';
  const sides = { base: await read(request.base), ours: await read(request.ours), theirs: await read(request.theirs) };
  await platform.files.writeAtomic(
    resolve(platform.project.folder, request.ours),
    await merge(platform, name, request, sides),
  );
}

async function merge(
  platform: Pick<Platform, 'project' | 'tokens'>,
  name: string,
  request: MergeRequest,
  sides: ThreeSides,
): Promise<string> {
  if (name === MANIFEST_FILE) return mergeManifest(platform, request, sides);
  if (name !== ACTIONS_FILE) return mergeHandoffFile(name, sides);
  const folders = await readSides(await getRepo(platform), request, sides);
  return mergeHandoffFile(name, sides, folders.theirs.size === 0 ? undefined : mergeTasksOf(folders));
}

/** The manifest is made from what the other files of the folder become, which is worked out here as git will do it. */
async function mergeManifest(
  platform: Pick<Platform, 'project' | 'tokens'>,
  request: MergeRequest,
  sides: ThreeSides,
): Promise<string> {
  const ours = findManifest(sides.ours);
  const theirs = findManifest(sides.theirs);
  if (ours === undefined || theirs === undefined) return ours === undefined ? sides.theirs : sides.ours;
  const folders = await readSides(await getRepo(platform), request, sides);
  const merged = mergeTasksOf(folders);
  const { previous, session } = mergeManifests(ours, theirs, merged);
  const { text } = await makeManifest(platform, {
    files: mergeFolder(folders, merged),
    previous,
    previousText: sides.ours,
    session,
    context: ours.quick_context,
  });
  return text;
}

/** The folder on each side, by file name. */
interface Folders {
  readonly base: ReadonlyMap<string, string>;
  readonly ours: ReadonlyMap<string, string>;
  readonly theirs: ReadonlyMap<string, string>;
}

async function readSides(repo: GitRepo, request: MergeRequest, sides: ThreeSides): Promise<Folders> {
  const folder = request.path.slice(0, request.path.lastIndexOf('/'));
  const commit = request.theirCommit ?? (await findCommitWith(repo, request.path, sides.theirs));
  const base = commit === undefined ? undefined : await findBase(repo, commit, request);
  const [ours = NO_FILES, theirs = NO_FILES, before = NO_FILES] = await Promise.all(
    ['HEAD', commit, base].map((each) => readSide(repo, folder, each)),
  );
  // What is being merged is what git handed in.
  const name = request.path.slice(folder.length + 1);
  return {
    ours: new Map(ours).set(name, sides.ours),
    theirs: theirs.size === 0 ? theirs : new Map(theirs).set(name, sides.theirs),
    base: new Map(before).set(name, sides.base),
  };
}

const NO_FILES: ReadonlyMap<string, string> = new Map();

const mergeTasksOf = ({ base, ours, theirs }: Folders): MergedTasks | undefined =>
  mergeTasks({ base: toSide(base), ours: toSide(ours), theirs: toSide(theirs) });

const toSide = (files: ReadonlyMap<string, string>): TaskSide => ({
  manifest: findManifest(files.get(MANIFEST_FILE)),
  actions: files.get(ACTIONS_FILE) ?? '',
});

function mergeFolder({ base, ours, theirs }: Folders, tasks: MergedTasks | undefined): Map<string, string> {
  const names = new Set([...ours.keys(), ...theirs.keys()].filter(isIndexed));
  const merged = new Map<string, string>();
  for (const name of names) {
    const text = mergeOne(name, ours.get(name), theirs.get(name), base.get(name), tasks);
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
  tasks: MergedTasks | undefined,
): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return mergeHandoffFile(name, { base: base ?? '', ours, theirs }, tasks);
}

async function readSide(repo: GitRepo, folder: string, commit: string | undefined): Promise<Map<string, string>> {
  if (commit === undefined) return new Map();
  const names = (await listNames(repo, folder, commit)).filter((name) => isIndexed(name) || name === MANIFEST_FILE);
  const contents = await repo.showAll(names.map((name) => ({ revision: commit, path: `${folder}/${name}` })));
  return new Map(
    names.flatMap((name, index) =>
      contents[index] === undefined ? [] : [[name, contents[index].toString('utf8')] as const],
    ),
  );
}

/** Of a merge, where both branches parted; a commit that is picked or replayed builds on its own parent. */
async function findBase(repo: GitRepo, theirs: string, { theirCommit }: MergeRequest): Promise<string | undefined> {
  const args =
    theirCommit === undefined ? ['rev-parse', '--verify', '--quiet', `${theirs}^`] : ['merge-base', 'HEAD', theirs];
  const { code, stdout } = await repo.run(args, { okCodes: [1, 128] });
  return code === 0 ? stdout.toString().trim() : undefined;
}

const MAX_CANDIDATES = 20;

/** A rebase or cherry-pick does not name the commit; the newest one that has this very file is it. */
async function findCommitWith(repo: GitRepo, path: string, text: string): Promise<string | undefined> {
  const blob = (await repo.run(['hash-object', '--stdin'], { input: text })).stdout.toString().trim();
  const { stdout } = await repo.run(
    ['log', '--all', `--max-count=${MAX_CANDIDATES}`, '--format=%H', `--find-object=${blob}`, '--', path],
    { okCodes: [128] },
  );
  // Git also names the commits that took this content away.
  for (const commit of stdout.toString().split('\n').filter(Boolean)) {
    const found = await repo.run(['rev-parse', '--verify', '--quiet', `${commit}:${path}`], { okCodes: [1, 128] });
    if (found.stdout.toString().trim() === blob) return commit;
  }
  return undefined;
}
