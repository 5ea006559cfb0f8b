import { fileChecksum } from '../../../kernel/hash.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { findManifest } from '../../../protocols/project/manifest/index.ts';
import { LOCK_FILE, MANIFEST_FILE, type Manifest } from '../../../protocols/project/index.ts';
import { folderIn } from './read-git.ts';

/** The folder as a commit holds it. */
export interface HandoffAt {
  readonly commit: string;
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Far enough back for anybody; each commit costs two questions to git. */
const MAX_COMMITS = 500;

/** Commits that touched the folder, newest first. */
async function listHandoffCommits(repo: GitRepo, path: string, limit = MAX_COMMITS): Promise<string[]> {
  if ((await repo.head()) === undefined) return [];
  const { stdout } = await repo.run([
    'log',
    `--max-count=${limit}`,
    '--format=%H',
    'HEAD',
    '--',
    `:(top,literal)${path}`,
  ]);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** The newest commit without a lock whose manifest matches its own files. */
async function findCleanCommit(repo: GitRepo, path: string): Promise<HandoffAt | undefined> {
  for (const commit of await listHandoffCommits(repo, path)) {
    const found = await readHandoffAt(repo, path, commit);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for the project around; undefined also without git. */
export async function findCleanHandoff(
  platform: Pick<Platform, 'project'>,
  folder: string,
): Promise<HandoffAt | undefined> {
  const repo = await platform.project.findRepo();
  return repo?.top === undefined ? undefined : findCleanCommit(repo, folderIn(repo, folder));
}

/** Undefined where the commit holds a lock, no usable manifest, or files that are not those of its manifest. */
async function readHandoffAt(repo: GitRepo, path: string, commit: string): Promise<HandoffAt | undefined> {
  const names = await listNames(repo, path, commit);
  if (names.includes(LOCK_FILE) || !names.includes(MANIFEST_FILE)) return undefined;
  const contents = await repo.showAll(names.map((name) => ({ revision: commit, path: `${path}/${name}` })));
  const files = new Map(
    names.flatMap((name, index) => (contents[index] === undefined ? [] : [[name, contents[index]] as const])),
  );
  const manifest = findManifest(files.get(MANIFEST_FILE)?.toString('utf8'));
  if (manifest === undefined) return undefined;
  const matches = Object.entries(manifest.files).every(([name, { checksum }]) => {
    const bytes = files.get(name);
    return bytes !== undefined && fileChecksum(bytes) === checksum;
  });
  return matches ? { commit, manifest, files } : undefined;
}

/** Plain files of the folder, subfolders left out. */
export async function listNames(repo: GitRepo, path: string, commit: string): Promise<string[]> {
  const { stdout } = await repo.run(['ls-tree', '-z', '--name-only', '--full-tree', `${commit}:${path}`], {
    okCodes: [128],
  });
  return stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}
