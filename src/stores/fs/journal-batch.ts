import { BatonError } from '../../kernel/errors/index.ts';
import type { JournalLine, JournalOptions } from '../../kernel/ports/index.ts';
import { MAX_LINE_BYTES, type IsWhole } from './journal-lines.ts';
import type { JournalReader } from './journal-reader.ts';
import { BATCH_BYTES } from './journal-tail.ts';

/** A commit that waits for its turn. */
export interface PendingCommit<Draft> {
  decide(): readonly Draft[];
  resolve(lines: readonly JournalLine[]): void;
  reject(error: unknown): void;
}

/** Commits that were decided one after the other and go to the disk together. */
export class Batch<Draft> {
  readonly #seal: JournalOptions<Draft>['seal'];
  readonly #isWhole: IsWhole;
  readonly #reader: JournalReader<Draft>;
  readonly #pieces: Buffer[] = [];
  readonly #decided: { commit: PendingCommit<Draft>; lines: readonly JournalLine[] }[] = [];
  readonly #refused: { commit: PendingCommit<Draft>; error: unknown }[] = [];
  #sizeBytes = 0;

  constructor(options: JournalOptions<Draft>, isWhole: IsWhole, reader: JournalReader<Draft>) {
    this.#seal = options.seal.bind(options);
    this.#isWhole = isWhole;
    this.#reader = reader;
  }

  /** There is a commit that may have been decided by what others wrote. */
  get hasDecisions(): boolean {
    return this.#decided.length > 0;
  }

  /** How many commits are in it, refused ones too. */
  get size(): number {
    return this.#decided.length + this.#refused.length;
  }

  get lines(): readonly JournalLine[] {
    return this.#decided.flatMap(({ lines }) => lines);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces, this.#sizeBytes);
  }

  /**
   * Decides one commit on the view as it is with the commits before it; its failure concerns nobody else.
   * False when it has to wait for the next batch.
   */
  add(commit: PendingCommit<Draft>): boolean {
    if (this.#sizeBytes >= BATCH_BYTES || this.#reader.isStale) return false;
    try {
      const drafts = commit.decide();
      const { lines, pieces } = this.#sealAll(drafts);
      for (const [index, line] of lines.entries()) this.#reader.show(line, drafts[index]);
      this.#pieces.push(...pieces);
      this.#sizeBytes += pieces.reduce((sum, piece) => sum + piece.length, 0);
      this.#decided.push({ commit, lines });
    } catch (error) {
      this.#refused.push({ commit, error });
    }
    return true;
  }

  /** Only now does anybody learn what was decided: not even a refusal may rest on lines that could still be lost. */
  settle(failure: unknown): void {
    for (const { commit, lines } of this.#decided) {
      if (failure === undefined) commit.resolve(lines);
      else commit.reject(failure);
    }
    for (const { commit, error } of this.#refused) commit.reject(error);
  }

  #sealAll(drafts: readonly Draft[]): { lines: JournalLine[]; pieces: Buffer[] } {
    let previous = this.#reader.last;
    const pieces: Buffer[] = [];
    const lines = drafts.map((draft) => {
      const text = this.#seal(draft, previous);
      const piece = Buffer.from(`${text}\n`, 'utf8');
      assertReadable(text, piece.length, this.#isWhole);
      const position = previous?.end ?? 0;
      previous = { text, position, end: position + piece.length };
      pieces.push(piece);
      return previous;
    });
    return { lines, pieces };
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** A line that could not be read back would make the whole journal look damaged. */
function assertReadable(text: string, sizeBytes: number, isWhole: IsWhole): void {
  if (sizeBytes > MAX_LINE_BYTES) {
    throw new BatonError('INPUT_TOO_LARGE', `a journal line may have ${MAX_LINE_BYTES} bytes, not ${sizeBytes}`, {
      sizeBytes,
      maxBytes: MAX_LINE_BYTES,
    });
  }
  if (/[\n\0]/.test(text) || LONE_SURROGATE.test(text) || !isWhole(text)) {
    throw new BatonError('INTERNAL', 'a journal line was sealed that is not one whole line of text');
  }
}
