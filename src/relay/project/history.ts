import { join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { detectLineEnding, findUtf8 } from '../../kernel/text.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { AIIGNORE_FILE, isIndexed, LOCK_FILE, MANIFEST_FILE, updateEntries } from '../../protocols/project/index.ts';
import { renderManifest } from '../../protocols/project/manifest/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { getRepo } from '../settings/index.ts';
import { createTag, nextTagName } from './commit/session-tag.ts';
import { folderIn } from './git/read-git.ts';
import { keepAside } from './change/pending.ts';
import { getFolder, type Handoff } from './folder/read-handoff.ts';
import { assertMayWrite, renewOwn, type SessionRequest } from './folder/session.ts';

/** One commit of the handoff folder. */
export interface HistoryRow {
  /** Counts back from 1, the newest; `--at N` means this number. */
  readonly n: number;
  readonly commit: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  readonly tags: readonly string[];
}

const MAX_ROWS = 500;

/** Commits that changed the handoff folder, or one file of it, newest first. */
export async function history(
  platform: Pick<Platform, 'files' | 'project'>,
  request: { readonly file?: string | undefined; readonly limit?: number | undefined },
): Promise<readonly HistoryRow[]> {
  const { repo, path } = await locate(platform);
  if (request.file !== undefined) assertFile(request.file);
  return listRows(repo, request.file === undefined ? path : `${path}/${request.file}`, request.limit ?? MAX_ROWS);
}

async function listRows(repo: GitRepo, path: string, limit: number): Promise<HistoryRow[]> {
  if ((await repo.head()) === undefined) return [];
  const format = '%H%x1f%cI%x1f%an%x1f%s';
  const { stdout } = await repo.run([
    'log',
    `--max-count=${limit}`,
    '-z',
    `--format=${format}`,
    '--',
    `:(top,literal)${path}`,
  ]);
  const tags = await listTags(repo);
  return stdout
    .toString()
    .split('\0')
    .filter((row) => row !== '')
    .map((row, index) => {
      const [commit = '', date = '', author = '', subject = ''] = row.split('\u001F');
      return { n: index + 1, commit, date, author, subject, tags: tags.get(commit) ?? [] };
    });
}

async function listTags(repo: GitRepo): Promise<Map<string, string[]>> {
  const { stdout } = await repo.run([
    'for-each-ref',
    '--format=%(refname:short) %(objectname) %(*objectname)',
    'refs/tags/aahp',
  ]);
  const tags = new Map<string, string[]>();
  for (const line of stdout.toString().split('\n')) {
    const [name = '', object = '', peeled = ''] = line.split(' ');
    const commit = peeled || object;
    if (name !== '') tags.set(commit, [...(tags.get(commit) ?? []), name]);
  }
  return tags;
}

async function locate(
  platform: Pick<Platform, 'files' | 'project'>,
): Promise<{ repo: GitRepo; path: string; folder: string }> {
  const folder = await getFolder(platform);
  const repo = await getRepo(platform);
  return { repo, folder, path: folderIn(repo, folder) };
}

/** A number of `baton history`, a session tag, or anything git calls a commit. */
async function resolveAt(repo: GitRepo, path: string, at: string): Promise<string> {
  if (/^\d{1,4}$/.test(at)) {
    const row = (await listRows(repo, path, Number(at)))[Number(at) - 1];
    if (row !== undefined) return row.commit;
    throw new BatonError('INPUT_INVALID', `there is no handoff ${at}: baton history lists them`, { at });
  }
  const { code, stdout } = await repo.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${at}^{commit}`], {
    okCodes: [1, 128],
  });
  if (code === 0) return stdout.toString().trim();
  throw new BatonError('INPUT_INVALID', `git knows no commit ${at.slice(0, 60)}`, { at });
}

/** What changed in the handoff folder since that handoff; default the one before the last. */
export async function diff(
  platform: Pick<Platform, 'files' | 'project'>,
  request: { readonly at?: string | undefined; readonly file?: string | undefined },
): Promise<{ readonly from: string; readonly diff: string }> {
  const { repo, path } = await locate(platform);
  if (request.file !== undefined) assertFile(request.file);
  const rows = request.at === undefined ? await listRows(repo, path, 2) : [];
  const from = request.at === undefined ? (rows[1] ?? rows[0])?.commit : await resolveAt(repo, path, request.at);
  if (from === undefined) return { from: 'none', diff: '' };
  const where = request.file === undefined ? path : `${path}/${request.file}`;
  const { stdout } = await repo.run(['diff', from, '--', `:(top,literal)${where}`]);
  return { from, diff: stdout.toString() };
}

/** Which earlier version of the handoff folder to bring back. */
export interface RestoreRequest extends SessionRequest {
  readonly file: string;
  readonly at?: string | undefined;
  readonly dryRun?: boolean;
}

/** What was brought back. */
export interface RestoreResult {
  readonly file: string;
  readonly from: string;
  readonly changed: boolean;
  readonly kept: readonly string[];
}

/** One file as an earlier handoff had it; what stood there is kept aside. */
export async function restore(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: RestoreRequest,
): Promise<RestoreResult> {
  assertFile(request.file);
  const { repo, path } = await locate(platform);
  return withWriter(
    platform,
    'baton restore',
    async (handoff) => {
      const own = await assertMayWrite(platform, handoff, request);
      if (request.dryRun !== true) await renewOwn(platform, handoff.folder, own);
      const from = await resolveAt(repo, path, request.at ?? '1');
      const bytes = await repo.show(from, `${path}/${request.file}`);
      if (bytes === undefined)
        throw new BatonError('FILE_NOT_FOUND', `${request.file} is not in ${from.slice(0, 7)}`, {
          file: request.file,
          hint: 'baton history lists the commits, baton history FILE those that have a file',
        });
      const target = await platform.files.resolveInside(platform.project.root, join(handoff.folder, request.file));
      const exists = (await platform.files.stat(target)) !== undefined;
      const old = exists ? await platform.files.readBytes(target) : undefined;
      if (old?.equals(bytes) === true) return { file: request.file, from, changed: false, kept: [] };
      if (request.dryRun === true) return { file: request.file, from, changed: true, kept: [] };
      const kept = old === undefined ? [] : await keepAside(platform, 'restore', new Map([[request.file, old]]));
      const text = findUtf8(bytes);
      const manifest = text === undefined ? undefined : updateManifest(platform, handoff, request.file, text);
      if (text === undefined || manifest === undefined) await platform.files.writeAtomic(target, bytes);
      else
        await applyChanges(platform, handoff.folder, {
          writes: new Map([
            [request.file, text],
            [MANIFEST_FILE, manifest],
          ]),
        });
      return { file: request.file, from, changed: true, kept };
    },
    request,
  );
}

/** What is brought back is no change outside the protocol. Undefined where the manifest does not list it, or a session will. */
function updateManifest(
  platform: Pick<Platform, 'clock'>,
  handoff: Handoff,
  file: string,
  text: string,
): string | undefined {
  if (handoff.manifest === undefined || handoff.lockText !== undefined || !isIndexed(file)) return undefined;
  const now = renderIsoSeconds(platform.clock.now());
  const manifest = updateEntries(handoff.manifest, new Map([[file, text]]), now);
  return renderManifest(manifest, detectLineEnding(handoff.manifestText ?? ''));
}

function assertFile(file: string): void {
  if (
    file !== LOCK_FILE &&
    !/[/\\]/.test(file) &&
    (isIndexed(file) || file === MANIFEST_FILE || file === AIIGNORE_FILE)
  )
    return;
  throw new BatonError('INPUT_INVALID', `"${file.slice(0, 60)}" is not a handoff file`, { file });
}

/** Marks the last handoff as a clean point. */
export async function tag(
  platform: Pick<Platform, 'files' | 'project'>,
  request: { readonly message?: string | undefined; readonly dryRun?: boolean },
): Promise<{ readonly tag: string; readonly commit: string }> {
  const { repo, path } = await locate(platform);
  const [newest] = await listRows(repo, path, 1);
  if (newest === undefined)
    throw new BatonError('CLEAN_COMMIT_NOT_FOUND', 'no commit holds the handoff folder yet', {
      hint: 'close a session first',
    });
  const name = await nextTagName(repo);
  if (request.dryRun !== true) await createTag(repo, name, request.message ?? newest.subject, newest.commit);
  return { tag: name, commit: newest.commit };
}
