import type { TaskCodec } from '../../../kernel/ports/index.ts';
import type { TaskRecord } from '../../../kernel/tasks.ts';
import type { ClaimCall } from '../connection/claim-statements.ts';
import type { Database } from '../database.ts';
import type { Statements } from '../connection/statements.ts';
import { parseEntry } from '../tasks/task-row.ts';

export type Fits = (task: TaskRecord) => boolean;

export interface Judged extends Omit<ClaimCall, 'terms'> {
  /** Claims with the same one can go together. */
  readonly group: string;
}

/** Beyond it they are read again: many are of tasks long gone. */
const MAX_KNOWN = 10_000;

/** Whom tasks are for, as far as this process has heard: one task of each address, to judge all others by. */
export class KnownRoutes {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #codec: TaskCodec;
  readonly #tasks = new Map<string, TaskRecord>();
  #version = '0';
  #learning: Promise<boolean> | undefined;

  constructor(database: Database, statements: Statements, codec: TaskCodec) {
    this.#database = database;
    this.#statements = statements;
    this.#codec = codec;
  }

  get version(): string {
    return this.#version;
  }

  get isNew(): boolean {
    return this.#version === '0';
  }

  judge(fits: Fits): Judged {
    const fitting: string[] = [];
    let group = `${this.#version} `;
    for (const [address, task] of this.#tasks) {
      const doesFit = fits(task);
      if (doesFit) fitting.push(address);
      group += doesFit ? '+' : '-';
    }
    return { fitting, version: this.#version, group };
  }

  /** True where there was something new. */
  async learn(): Promise<boolean> {
    const running = this.#learning;
    if (running !== undefined && (await running)) return true;
    // The one before may have begun before the address was there that the statement has met.
    return await (this.#learning ??= this.#learnNow());
  }

  async #learnNow(): Promise<boolean> {
    try {
      const isFull = this.#tasks.size > MAX_KNOWN;
      const rows = await this.#database.read(this.#statements.newRoutes(isFull ? '0' : this.#version));
      if (isFull) this.#tasks.clear();
      for (const row of rows) {
        const { route_key: address, entry } = row;
        if (typeof address === 'string') this.#tasks.set(address, parseEntry(String(entry), this.#codec).task);
      }
      const version = String(rows[0]?.['version'] ?? this.#version);
      const isNewer = version !== this.#version;
      this.#version = version;
      return isNewer;
    } finally {
      this.#learning = undefined;
    }
  }
}
