import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';

/** What a plan was decided upon: the one that carries it out later can tell what has happened since. */
export interface PlanBase {
  /** Commit and branch that were checked out; null before the first commit, without a branch, and without git. */
  readonly head: string | null;
  readonly branch: string | null;
  /** SHA-256 of each file the plan changes or takes away, as it was; null where it was not there. */
  readonly before: Readonly<Record<string, string | null>>;
}

export async function readPlanBase(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
  names: readonly string[],
): Promise<PlanBase> {
  const repo = await platform.project.findRepo();
  const before: Record<string, string | null> = {};
  for (const name of names) {
    const bytes = await findBytes(platform, join(folder, name));
    before[name] = bytes === undefined ? null : sha256Hex(bytes);
  }
  return { ...(await readPlace(repo)), before };
}

async function readPlace(repo: GitRepo | undefined): Promise<Pick<PlanBase, 'head' | 'branch'>> {
  return { head: (await repo?.head()) ?? null, branch: (await repo?.branch()) ?? null };
}

export async function isStillAt(repo: GitRepo, base: PlanBase): Promise<boolean> {
  const { head, branch } = await readPlace(repo);
  return head === base.head && branch === base.branch;
}

/** Undefined where there is no file. */
export async function findBytes(
  { files, project: { root } }: Pick<Platform, 'files' | 'project'>,
  path: string,
): Promise<Buffer | undefined> {
  if ((await files.stat(path)) === undefined) return undefined;
  const place = await files.resolveInside(root, path);
  return (await files.stat(place))?.kind === 'file' ? files.readBytes(place) : undefined;
}

export function parsePlanBase(value: Json): PlanBase {
  const { head = null, branch = null, before = null } = isJsonObject(value) ? value : {};
  if (!isTextOrNull(head) || !isTextOrNull(branch) || !isJsonObject(before)) throw malformed();
  const sums = Object.entries(before).map(([name, sum = null]) => {
    if (!isTextOrNull(sum)) throw malformed();
    return [name, sum] as const;
  });
  return { head, branch, before: Object.fromEntries(sums) };
}

const isTextOrNull = (value: Json): value is string | null => value === null || typeof value === 'string';

const malformed = (): BatonError => new BatonError('INPUT_INVALID', 'what the plan was decided upon cannot be read');
