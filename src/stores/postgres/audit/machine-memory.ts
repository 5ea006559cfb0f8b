import type { KeyObject } from 'node:crypto';
import type { AuditMark } from '../../../kernel/audit/index.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import type { Files } from '../../../kernel/ports/index.ts';
import { hasMark, readMark, writeMark } from '../../audit/index.ts';

export interface MachineMemoryDeps {
  readonly files: Files;
  readonly keyFolder: string;
  /** Outside the data dir, for this place alone. */
  readonly seenFolder?: string | undefined;
  remark?(text: string): void;
}

/**
 * What this machine remembers of the log of its fleet: beside its key, and once more outside the data dir, so that
 * anyone who can write the database and the data dir cannot put both back.
 */
export class MachineMemory {
  readonly #deps: MachineMemoryDeps;
  readonly #name: string;
  #isUnwritable = false;
  #isReported = false;

  constructor(deps: MachineMemoryDeps, name: string) {
    this.#deps = deps;
    this.#name = name;
  }

  /** The one outside the data dir counts, unless the other is further on. Undefined if nothing is remembered. */
  async read(key: KeyObject): Promise<AuditMark | undefined> {
    const { files, keyFolder } = this.#deps;
    const beside = await readMark(files, keyFolder, key, this.#name);
    const outside = await this.#readOutside(key);
    if (typeof beside === 'string') return outside;
    return outside === undefined || (outside.log === beside.log && outside.seq <= beside.seq) ? beside : outside;
  }

  /** Something is kept outside the data dir, whichever key signed it. */
  async isKeptOutside(): Promise<boolean> {
    const { files, seenFolder } = this.#deps;
    return seenFolder !== undefined && (await hasMark(files, seenFolder, this.#name));
  }

  async #readOutside(key: KeyObject): Promise<AuditMark | undefined> {
    const { files, seenFolder } = this.#deps;
    if (seenFolder === undefined) return undefined;
    try {
      const mark = await readMark(files, seenFolder, key, this.#name);
      return typeof mark === 'string' ? undefined : mark;
    } catch (error) {
      if (!isBatonError(error)) throw error;
      this.#deps.remark?.(`${NOT_READ}: ${error.message}`);
      return undefined;
    }
  }

  /** Outside first: an older mark beside the key gives way to it. */
  async write(mark: AuditMark, key: KeyObject): Promise<void> {
    await this.#writeOutside(mark, key);
    const { files, keyFolder } = this.#deps;
    await writeMark(files, keyFolder, mark, key, this.#name);
  }

  async #writeOutside(mark: AuditMark, key: KeyObject): Promise<void> {
    const { files, seenFolder } = this.#deps;
    if (seenFolder === undefined || this.#isUnwritable) return;
    try {
      await files.createFolder(seenFolder);
      await writeMark(files, seenFolder, mark, key, this.#name);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      this.#isUnwritable = true;
      this.reportUnwritten(error);
    }
  }

  /** Once for each process: the log has its entries, but a roll-back could go unseen here. */
  reportUnwritten({ message }: Error): void {
    if (!this.#isReported) this.#deps.remark?.(`${NOT_WRITTEN}: ${message}`);
    this.#isReported = true;
  }
}

const NOT_READ = 'what this machine remembers of the audit log outside the data dir cannot be read';
const NOT_WRITTEN =
  'this machine cannot remember how far the audit log has come, so that a roll-back may go unseen here';
