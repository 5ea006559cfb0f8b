/** What of the work tree a session found, and what it changed since. Baton's own files are nobody's change. */
import { join, resolve, sep } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';

export interface WorkState {
  readonly atMs: number;
  /** Empty before the first commit and outside a repository. */
  readonly head: string;
  /** Changed and new files with size and time: an edit of a file that was changed already counts. */
  readonly files: Readonly<Record<string, string>>;
}

/** What was done between two states. */
export interface WorkDone {
  readonly files: readonly string[];
  readonly commits: readonly string[];
}

/** A work tree with more open changes than this is compared by the first of them. */
const MAX_FILES = 5_000;
const MAX_COMMITS = 100;

export async function readWorkState(platform: Pick<Platform, 'clock' | 'files' | 'project'>): Promise<WorkState> {
  const { files, project, clock } = platform;
  const repo = await project.findRepo();
  const atMs = clock.now();
  if (repo?.top === undefined) return { atMs, head: '', files: {} };
  const top = repo.top;
  const [changed, head] = await Promise.all([readChangedFiles(platform, undefined), repo.head()]);
  const known = changed.slice(0, MAX_FILES);
  const stats = await Promise.all(known.map((path) => files.stat(join(top, path))));
  const marks = known.map((path, at) => [path, `${stats[at]?.sizeBytes ?? -1} ${stats[at]?.modifiedMs ?? 0}`] as const);
  return { atMs, head: head ?? '', files: Object.fromEntries(marks) };
}

/** Files and commits that are new since `base`, without commits that were made elsewhere and only fetched or merged. */
export async function readWorkSince(
  platform: Pick<Platform, 'files' | 'project'>,
  base: WorkState,
  now: WorkState,
): Promise<WorkDone> {
  const open = [...Object.keys(now.files), ...Object.keys(base.files)].filter(
    (path) => base.files[path] !== now.files[path],
  );
  if (base.head === now.head || now.head === '') return { files: unique(open), commits: [] };
  const made = await readCommits(platform, base, now.head);
  // A file that is no longer open because it was committed by somebody else is nobody's work here.
  if (made.commits.length === 0) return { files: unique(open.filter((path) => path in now.files)), commits: [] };
  return { files: unique([...open, ...made.files]), commits: made.commits };
}

async function readCommits(platform: Pick<Platform, 'project'>, base: WorkState, head: string): Promise<WorkDone> {
  const repo = await platform.project.findRepo();
  if (repo === undefined) return { files: [], commits: [] };
  const range = base.head === '' ? [head] : [`${base.head}..${head}`];
  const { code, stdout } = await repo.run(
    [
      'log',
      '-z',
      '--no-renames',
      '--name-only',
      '--format=%x01%H %h %s',
      `--since=@${Math.floor(base.atMs / 1000)}`,
      `--max-count=${MAX_COMMITS}`,
      ...range,
      '--',
    ],
    { okCodes: [128] },
  );
  // The commit may be gone after a rebase: then only what is open is known.
  if (code !== 0) return { files: [], commits: [] };
  const madeHere = await findMadeHere(repo, base);
  const commits: string[] = [];
  const files: string[] = [];
  for (const part of stdout.toString('utf8').split('\u0001').slice(1)) {
    const [first = '', ...names] = part.split('\0');
    const [id = '', ...subject] = first.split(' ');
    if (madeHere !== undefined && !madeHere.has(id)) continue;
    const own = names.map((name) => name.replace(/^\n/, '')).filter((name) => name !== '' && !isOwn(platform, name));
    const isHandoff = names.some((name) => name.includes('.ai/handoff/')) && own.length === 0;
    if (!isHandoff) commits.push(subject.join(' ').trim());
    files.push(...own);
  }
  return { files, commits };
}

/** What git writes down in a reflog when a commit is made here, rather than brought here by a pull, merge or checkout. */
const MADE_HERE =
  /^(?:(?:commit|cherry-pick|revert|am)\b|(?:rebase|pull)\b.*\((?:pick|continue|reword|edit|squash|fixup)\))/;

/** Ids of commits that were made in this clone since `base`, by its reflogs; undefined if it keeps none. */
async function findMadeHere(repo: GitRepo, base: WorkState): Promise<ReadonlySet<string> | undefined> {
  const since = `--since=@${Math.floor(base.atMs / 1000)}`;
  const { stdout } = await repo.run(['log', '-g', '--all', '-z', '--format=%H %gs', since], { okCodes: [128] });
  const rows = splitNul(stdout).map((row) => ({
    id: row.slice(0, row.indexOf(' ')),
    what: row.slice(row.indexOf(' ') + 1),
  }));
  return rows.length === 0 ? undefined : new Set(rows.filter(({ what }) => MADE_HERE.test(what)).map(({ id }) => id));
}

const unique = (paths: readonly string[]): string[] => [...new Set(paths)].sort();

/** Files that are new, changed, or were committed since `baseCommit`, without Baton's own; sorted. */
export async function readChangedFiles(
  platform: Pick<Platform, 'files' | 'project'>,
  baseCommit: string | undefined,
): Promise<readonly string[]> {
  const repo = await platform.project.findRepo();
  if (repo?.top === undefined) return [];
  const top = repo.top;
  const status = await repo.run(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']);
  const open = splitNul(status.stdout).map((row) => row.slice(3));
  // The commit may be gone after a rebase: then only what is not committed is known.
  const committed =
    baseCommit === undefined || !/^[0-9a-f]{7,64}$/.test(baseCommit)
      ? []
      : splitNul((await repo.run(['diff', '--name-only', '-z', baseCommit, 'HEAD', '--'], { okCodes: [128] })).stdout);
  return unique([...open, ...committed]).filter((path) => !isOwn(platform, path, top));
}

/** Folders that Baton and hosts keep for themselves, at any depth. */
const OWN_FOLDERS = ['/.ai/handoff/', '/.claude/cache/'];

/** Handoff files, data dir, details of outputs: what Baton writes; and what a host caches. */
function isOwn(platform: Pick<Platform, 'project'>, path: string, top = platform.project.root): boolean {
  if (OWN_FOLDERS.some((folder) => `/${path}`.includes(folder))) return true;
  const full = join(top, path);
  const { root, dataDir, settings } = platform.project;
  return [dataDir, resolve(root, settings.values['output.cacheDir'])].some((folder) =>
    full.startsWith(`${folder}${sep}`),
  );
}

const splitNul = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\0')
    .filter((row) => row !== '');

/** As kept in a file; undefined for anything else. */
export function parseWorkState(value: Json | undefined): WorkState | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { atMs, head, files } = value;
  if (typeof atMs !== 'number' || typeof head !== 'string' || !/^(?:[0-9a-f]{40,64})?$/.test(head)) return undefined;
  if (files === undefined || !isJsonObject(files)) return undefined;
  const marks = Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { atMs, head, files: Object.fromEntries(marks) };
}

export const renderWorkState = ({ atMs, head, files }: WorkState): JsonObject => ({ atMs, head, files: { ...files } });
