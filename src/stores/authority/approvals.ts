import { join } from 'node:path';
import { isSha256Hex, sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Approval, AuthorityRequest, Disk, Files } from '../../kernel/ports/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { readOwnFile } from './state-folder.ts';

export interface ApprovalDeps {
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
export class Approvals {
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
