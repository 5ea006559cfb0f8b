import { join, relative } from 'node:path';
import { given } from '../../../kernel/given.ts';
import { createRandomHex, safeName } from '../../../kernel/ids.ts';
import type { AuthorityRequest, Platform } from '../../../kernel/ports/index.ts';
import { renderCompactTime } from '../../../kernel/time.ts';
import { LOCK_FILE } from '../../../protocols/project/index.ts';
import {
  findForeignPending,
  PLAN_FILE,
  PURPOSE,
  readPlanBase,
  sealedText,
  type CommitOrder,
  type Pending,
} from '../folder/pending-plan.ts';
import { findFolder } from '../folder/read-handoff.ts';
import { PENDING_FOLDER } from '../git/read-git.ts';

/** Several files changed in one step: all of it happens, or none. */
export interface ChangePlan {
  /** New content by file name, in this order. */
  readonly writes: ReadonlyMap<string, string | Uint8Array>;
  /** Files that go. The lock goes last, once everything else is done. */
  readonly removes?: readonly string[];
  readonly commit?: CommitOrder | undefined;
}

/**
 * The new contents are written beside the files, then the plan: from then on the step has happened, and the command that comes
 * next carries it out. Before, nothing has.
 */
export async function stageChanges(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
  plan: ChangePlan,
): Promise<Pending> {
  const { files } = platform;
  const pendingFolder = join(folder, PENDING_FOLDER);
  await files.createFolder(pendingFolder);
  const writes: { name: string; staged: string; file: string }[] = [];
  for (const [name, content] of plan.writes) {
    const file = `${writes.length}.new`;
    const staged = join(pendingFolder, file);
    const old = await files.stat(join(folder, name));
    await files.writeAtomic(staged, content, old?.kind === 'file' ? { mode: old.mode } : {});
    writes.push({ name, staged, file });
  }
  const removes = plan.removes ?? [];
  const base = await readPlanBase(platform, folder, [...plan.writes.keys(), ...removes]);
  const record = {
    version: 1,
    base,
    writes: writes.map(({ name, file }) => ({ name, file })),
    removes,
    ...given({ commit: plan.commit }),
  };
  const mark = await platform.project.authority.seals.seal(PURPOSE, sealedText(platform, record));
  const marked = mark === undefined ? record : { ...record, mark };
  await files.writeAtomic(join(pendingFolder, PLAN_FILE), `${JSON.stringify(marked, null, 2)}\n`);
  return { writes, removes, commit: plan.commit, base };
}

/** Puts the staged files in place and takes away what goes. Doing it again, wherever it was cut short, ends in the same state. */
export async function applyPlan(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
  pending: Pending,
): Promise<void> {
  for (const { name, staged } of pending.writes) {
    if ((await platform.files.stat(staged)) === undefined) continue;
    await platform.files.move(staged, await platform.files.resolveInside(platform.project.root, join(folder, name)));
  }
  for (const name of pending.removes) if (name !== LOCK_FILE) await platform.files.remove(join(folder, name));
}

export async function finishPlan(
  platform: Pick<Platform, 'disk' | 'files'>,
  folder: string,
  pending: Pending,
): Promise<void> {
  if (pending.removes.includes(LOCK_FILE)) await platform.files.remove(join(folder, LOCK_FILE));
  await platform.files.remove(join(folder, PENDING_FOLDER, PLAN_FILE));
  await dropPendingFolder(platform, folder);
}

/** What a command staged that never came to its plan is not wanted by anybody. */
export async function dropPendingFolder(platform: Pick<Platform, 'disk' | 'files'>, folder: string): Promise<void> {
  const path = join(folder, PENDING_FOLDER);
  if ((await platform.files.stat(path)) === undefined) return;
  // Temporary names too: a write that was cut short leaves one.
  for (const { name } of await platform.disk.readdir(path)) await platform.files.remove(join(path, name));
  await platform.files.remove(path);
}

const MAX_BYTES = 16 * 1024 * 1024;

/** A plan from elsewhere makes room for the next one of ours; what it holds is kept. */
export async function keepForeignPending(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
): Promise<void> {
  if ((await findForeignPending(platform, folder)) === undefined) return;
  const contents = new Map<string, Uint8Array>();
  for (const { name, kind } of await platform.files.list(join(folder, PENDING_FOLDER))) {
    if (kind !== 'file') continue;
    contents.set(name, await platform.files.readBytes(join(folder, PENDING_FOLDER, name), { maxBytes: MAX_BYTES }));
  }
  const kept = await keepAside(platform, 'pending-from-elsewhere', contents);
  platform.remark(`${PENDING_FOLDER} was not written by this installation: set aside as ${kept.join(', ')}`);
}

/** For `baton approve`. */
export async function findForeignPlan(
  platform: Pick<Platform, 'files' | 'project'>,
): Promise<AuthorityRequest | undefined> {
  const folder = await findFolder(platform);
  return folder === undefined ? undefined : await findForeignPending(platform, folder);
}

/** Copies of what is about to be replaced, so that nothing anybody wrote is lost. */
export interface Aside {
  readonly folder: string;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Where the copies will be, from the root of the project. */
  readonly paths: readonly string[];
}

export function planAside(
  { clock, random, project }: Pick<Platform, 'clock' | 'project' | 'random'>,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Aside {
  // Two within one second are two: neither may take the other's place.
  const mark = createRandomHex(random, 4);
  const name = `${renderCompactTime(clock.now())}-${safeName(label, 40)}-${mark}`;
  const folder = join(project.dataDir, 'recovered', name);
  return { folder, contents, paths: [...contents.keys()].map((file) => relative(project.root, join(folder, file))) };
}

export async function writeAside({ files }: Pick<Platform, 'files'>, { folder, contents }: Aside): Promise<void> {
  if (contents.size === 0) return;
  await files.createFolder(folder);
  for (const [file, bytes] of contents) await files.writeAtomic(join(folder, file), bytes, { exclusive: true });
}

/** Both at once. Returns the paths of the copies. */
export async function keepAside(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random'>,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<readonly string[]> {
  const aside = planAside(platform, label, contents);
  await writeAside(platform, aside);
  return aside.paths;
}
