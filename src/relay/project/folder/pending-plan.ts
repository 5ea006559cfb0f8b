import { join } from 'node:path';
import { stateRequest } from '../../../kernel/authority/index.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import type { AuthorityRequest, GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { PENDING_FOLDER } from '../git/read-git.ts';

/** A plan that was decided and may be carried out in part. */
export interface Pending {
  readonly writes: readonly { readonly name: string; readonly staged: string }[];
  readonly removes: readonly string[];
  readonly commit: CommitOrder | undefined;
  /** Undefined in a plan that does not say what it was decided upon. */
  readonly base: PlanBase | undefined;
}

export const PLAN_FILE = 'plan.json';

export const PURPOSE = 'pending plan';

/** Bound to the project: a plan that was made here for another one is not a plan for this one. */
export const sealedText = ({ project }: Pick<Platform, 'project'>, record: unknown): string =>
  `${project.root}\n${JSON.stringify(record)}`;

/** A plan that this installation did not write is data that came with the repository: it is named and not carried out. */
export async function findPending(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
): Promise<Pending | undefined> {
  const text = await findPlanText(platform, folder);
  if (text === undefined) return undefined;
  const foreign = await describeForeign(platform, text);
  if (foreign !== undefined && !(await platform.project.authority.permit(foreign))) return undefined;
  return parsePlan(text, folder);
}

/** What a person would have to approve before a plan from elsewhere is carried out. */
export async function findForeignPending(
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
): Promise<AuthorityRequest | undefined> {
  const text = await findPlanText(platform, folder);
  return text === undefined ? undefined : await describeForeign(platform, text);
}

async function describeForeign(
  platform: Pick<Platform, 'project'>,
  text: string,
): Promise<AuthorityRequest | undefined> {
  const { seals } = platform.project.authority;
  const isOurs = await seals.isOurs(PURPOSE, ...readMark(platform, text));
  return isOurs ? undefined : stateRequest(`${PENDING_FOLDER}/${PLAN_FILE}`, 'a step that was cut short', text);
}

function readMark(platform: Pick<Platform, 'project'>, text: string): [string, string] {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return ['', ''];
    const { mark, ...record } = value;
    return [sealedText(platform, record), typeof mark === 'string' ? mark : ''];
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return ['', ''];
  }
}

async function findPlanText(platform: Pick<Platform, 'files'>, folder: string): Promise<string | undefined> {
  const path = join(folder, PENDING_FOLDER, PLAN_FILE);
  const place = await platform.files.stat(join(folder, PENDING_FOLDER));
  if (place === undefined) return undefined;
  if (place.kind !== 'folder')
    throw new BatonError('PENDING_PLAN_INVALID', `${join(folder, PENDING_FOLDER)} is not a folder`);
  return await platform.files.findText(path, { maxBytes: 1024 * 1024 });
}

function parsePlan(text: string, folder: string): Pending {
  try {
    return toPending(parseJson(text), folder);
  } catch (cause) {
    if (!isBatonError(cause, 'INPUT_INVALID')) throw cause;
    throw new BatonError(
      'PENDING_PLAN_INVALID',
      `${join(folder, PENDING_FOLDER, PLAN_FILE)}: ${cause.message}`,
      {},
      cause,
    );
  }
}

function toPending(value: Json, folder: string): Pending {
  if (!isJsonObject(value) || value['version'] !== 1) throw malformed('version 1 is expected');
  const { writes, removes, commit, base } = value;
  if (!Array.isArray(writes) || !Array.isArray(removes)) throw malformed('writes or removes are missing');
  return {
    writes: writes.map((each: Json) => {
      if (!isJsonObject(each)) throw malformed('a write is not an object');
      return { name: plainName(each['name']), staged: join(folder, PENDING_FOLDER, plainName(each['file'])) };
    }),
    removes: removes.map(plainName),
    commit: commit === undefined ? undefined : parseCommitOrder(commit),
    base: base === undefined ? undefined : parsePlanBase(base),
  };
}

/** Names only: a plan that somebody else put there must not write anywhere else. */
function plainName(value: Json | undefined): string {
  if (typeof value === 'string' && /^[^/\\\0]+$/.test(value) && value !== '.' && value !== '..') return value;
  throw malformed('a name is not a plain file name');
}

const malformed = (why: string): BatonError => new BatonError('INPUT_INVALID', why);

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

function parsePlanBase(value: Json): PlanBase {
  const { head = null, branch = null, before = null } = isJsonObject(value) ? value : {};
  if (!isTextOrNull(head) || !isTextOrNull(branch) || !isJsonObject(before)) throw unreadableBase();
  const sums = Object.entries(before).map(([name, sum = null]) => {
    if (!isTextOrNull(sum)) throw unreadableBase();
    return [name, sum] as const;
  });
  return { head, branch, before: Object.fromEntries(sums) };
}

const isTextOrNull = (value: Json): value is string | null => value === null || typeof value === 'string';

const unreadableBase = (): BatonError =>
  new BatonError('INPUT_INVALID', 'what the plan was decided upon cannot be read');

/** What git is to do once the files are in place. */
export interface CommitOrder {
  readonly message: string;
  /** Author of the commit where git itself knows none. */
  readonly agent: string;
  /** Name of an annotated tag on the commit. */
  readonly tag?: string;
}

function parseCommitOrder(value: Json): CommitOrder {
  const fields = isJsonObject(value) ? value : {};
  const { message, agent, tag } = fields;
  if (typeof message !== 'string' || typeof agent !== 'string' || (tag !== undefined && typeof tag !== 'string')) {
    throw new BatonError('INPUT_INVALID', 'the commit of the plan is not one');
  }
  return { message, agent, ...given({ tag }) };
}
