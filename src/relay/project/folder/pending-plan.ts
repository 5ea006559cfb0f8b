import { join } from 'node:path';
import { stateRequest } from '../../../kernel/authority/index.ts';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import type { AuthorityRequest, Platform } from '../../../kernel/ports/index.ts';
import { parseCommitOrder, type CommitOrder } from './commit-order.ts';
import { parsePlanBase, type PlanBase } from './plan-base.ts';
import { PENDING_FOLDER } from '../git/left-out.ts';

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
