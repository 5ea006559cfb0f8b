import { createHmac } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { equalHex, isSha256Hex, sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type {
  Approval,
  AskedContent,
  Authority,
  AuthorityRequest,
  Clock,
  Disk,
  Files,
  Random,
  Seals,
} from '../../kernel/ports/index.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { readOwnFile } from './state-folder.ts';

interface AuthorityDeps extends Omit<ApprovalDeps, 'stateFolder'>, SealDeps {
  readonly clock: Clock;
  /** Of this process; BATON_APPROVED and the marks of a run are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Everything in the project that asks, for BATON_APPROVED. */
  readAskedContent(): Promise<AskedContent>;
  /** For the person at the terminal. */
  remark(text: string): void;
}

/** What another process revokes counts here after this long at the latest. */
const REMEMBERED_MS = 1_000;

/** Keeps approvals and the key of the seals in the state folder of this user. */
export function createAuthority(deps: AuthorityDeps): Authority {
  const { stateFolder, environment } = deps;
  const approvals = stateFolder === undefined ? undefined : new Approvals({ ...deps, stateFolder });
  const isRun = [environment['BATON_RUN_ID'], environment['BATON_RUN_SECRET']].some(Boolean);
  const told = new Set<string>();
  const note = (text: string): void => {
    if (!told.has(text)) deps.remark(text);
    told.add(text);
  };
  const { isApproved, forget } = createJudge(deps, approvals);
  return {
    isApproved,
    async permit(request) {
      const isFine = await isApproved(request);
      if (!isFine) note(describeSkipped(request));
      return isFine;
    },
    async approve(requests, by) {
      if (isRun || approvals === undefined) return;
      const at = renderIsoSeconds(deps.clock.now());
      for (const request of requests) await approvals.add(request, at, by);
    },
    list: async (): Promise<readonly Approval[]> => (await approvals?.list()) ?? [],
    async revoke(hashes) {
      forget();
      return (await approvals?.remove(hashes)) ?? 0;
    },
    note,
    isRun,
    runSecret: environment['BATON_RUN_SECRET'],
    seals: createSeals(deps),
  };
}

interface Judge {
  isApproved(request: AuthorityRequest): Promise<boolean>;
  forget(): void;
}

function createJudge(deps: AuthorityDeps, approvals: Approvals | undefined): Judge {
  const named = deps.environment['BATON_APPROVED']?.trim().toLowerCase();
  /** Of approvals that were found: a scheduler asks many times a second. */
  const found = new Map<string, number>();
  return {
    async isApproved(request) {
      const now = deps.clock.now();
      if (now - (found.get(request.sha256) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS) return true;
      if ((await approvals?.find(request.sha256)) !== undefined) {
        found.set(request.sha256, now);
        return true;
      }
      if (named === undefined || named === '' || request.kind === 'state') return false;
      // Read each time: a daemon lives longer than what the hash was made of.
      const { sha256, sources } = await deps.readAskedContent();
      return sha256 === named && sources.has(request.source);
    },
    forget: () => found.clear(),
  };
}

const describeSkipped = ({ asks, source }: AuthorityRequest): string =>
  `not approved, so left out: ${asks} (${source}); see baton approve`;

interface ApprovalDeps {
  readonly disk: Disk;
  readonly files: Files;
  /** Outside every project. */
  readonly stateFolder: string;
  /** Real path of the project. */
  readonly project: string;
}

const OWNER_ONLY = 0o600;

/**
 * One file per approval, named by the hash of what was approved, in a folder named by the hash of the project's path:
 * processes that approve and revoke at the same time cannot undo each other.
 */
class Approvals {
  readonly #deps: ApprovalDeps;
  readonly #folder: string;

  constructor(deps: ApprovalDeps) {
    this.#deps = deps;
    this.#folder = join(deps.stateFolder, 'approvals', sha256Hex(deps.project).slice(0, 32));
  }

  async find(sha256: string): Promise<Approval | undefined> {
    const text = await readOwnFile(this.#deps.disk, this.#pathOf(sha256));
    const approval = text === undefined ? undefined : parse(text, this.#deps.project);
    return approval?.sha256 === sha256 ? approval : undefined;
  }

  async add({ sha256, kind, asks }: AuthorityRequest, at: string, by: string): Promise<void> {
    const { files, project } = this.#deps;
    await files.createFolder(this.#folder);
    const record = { version: 1, project, sha256, kind, asks, at, by };
    // A file with other permissions is not believed: the new one must not inherit them.
    await files.remove(this.#pathOf(sha256));
    await files.writeAtomic(this.#pathOf(sha256), `${JSON.stringify(record, null, 2)}\n`, { mode: OWNER_ONLY });
  }

  async list(): Promise<readonly Approval[]> {
    const names = await this.#names();
    const found = await Promise.all(names.map((sha256) => this.find(sha256)));
    return found
      .filter((approval) => approval !== undefined)
      .toSorted((a, b) => (a.at === b.at ? (a.sha256 < b.sha256 ? -1 : 1) : a.at < b.at ? -1 : 1));
  }

  async remove(hashes: readonly string[] | undefined): Promise<number> {
    const names = await this.#names();
    const gone = names.filter((name) => hashes === undefined || hashes.some((start) => name.startsWith(start)));
    for (const name of gone) await this.#deps.files.remove(this.#pathOf(name));
    return gone.length;
  }

  async #names(): Promise<readonly string[]> {
    const entries = await this.#deps.files.list(this.#folder);
    return entries.map(({ name }) => name.replace(/\.json$/, '')).filter(isSha256Hex);
  }

  #pathOf(sha256: string): string {
    return join(this.#folder, `${sha256}.json`);
  }
}

function parse(text: string, project: string): Approval | undefined {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value) || value['project'] !== project) return undefined;
    const { sha256, kind, asks, at, by } = value;
    const texts = [sha256, kind, asks, at, by];
    if (!texts.every((one) => typeof one === 'string')) return undefined;
    return { sha256: String(sha256), kind: String(kind), asks: String(asks), at: String(at), by: String(by) };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

interface SealDeps {
  readonly disk: Disk;
  readonly files: Files;
  readonly random: Random;
  /** Outside every project. Undefined: this user has none that can be believed. */
  readonly stateFolder: string | undefined;
  isTracked(path: string): Promise<boolean>;
}

const KEY_FILE = 'installation.key';
const KEY_BYTES = 32;

/** A mark is an HMAC under a key that never leaves the state folder of this user. */
function createSeals(deps: SealDeps): Seals {
  let key: Promise<string | undefined> | undefined;
  const getKey = (): Promise<string | undefined> => (key ??= findOrMakeKey(deps));
  /** Named by a mark, not by a hash: a reader of the folder learns nothing about what was made. */
  const pathOf = async (purpose: string, content: string): Promise<string | undefined> => {
    const secret = await getKey();
    if (secret === undefined || deps.stateFolder === undefined) return undefined;
    return join(deps.stateFolder, 'made', markOf(secret, purpose, content));
  };
  return {
    async seal(purpose, content) {
      const secret = await getKey();
      return secret === undefined ? undefined : markOf(secret, purpose, content);
    },
    async isOurs(purpose, content, mark) {
      const secret = await getKey();
      return secret !== undefined && equalHex(markOf(secret, purpose, content), mark);
    },
    async remember(purpose, content) {
      const path = await pathOf(purpose, content);
      if (path === undefined) return;
      await deps.files.createFolder(dirname(path));
      await deps.files.writeAtomic(path, `${purpose}\n`, { mode: OWNER_ONLY });
    },
    async knows(purpose, content) {
      const path = await pathOf(purpose, content);
      return path === undefined ? undefined : (await readOwnFile(deps.disk, path)) !== undefined;
    },
    isTracked: (path) => deps.isTracked(path),
  };
}

const markOf = (secret: string, purpose: string, content: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${content}`).digest('hex');

async function findOrMakeKey(deps: SealDeps): Promise<string | undefined> {
  const { files, random, stateFolder } = deps;
  if (stateFolder === undefined) return undefined;
  const path = join(stateFolder, KEY_FILE);
  const found = await readKey(deps, path);
  if (found !== undefined) return found;
  const fresh = Buffer.from(random.bytes(KEY_BYTES)).toString('hex');
  try {
    await files.createFolder(stateFolder);
    await files.writeAtomic(path, `${fresh}\n`, { exclusive: true, mode: OWNER_ONLY });
    return fresh;
  } catch (error) {
    // Another process was quicker; or this user cannot write there, and then nothing can be sealed.
    if (!isBatonError(error)) throw error;
    return await readKey(deps, path);
  }
}

async function readKey({ disk }: SealDeps, path: string): Promise<string | undefined> {
  const text = (await readOwnFile(disk, path))?.trim();
  return text !== undefined && /^[0-9a-f]{64}$/.test(text) ? text : undefined;
}
