/** Making extracts as long as the room that is left: one ranking of all their pieces, cut by the limit. */
import type { ScanText } from '../checks/scan-strings.ts';
import type { Ranked } from '../extract/shorten-text.ts';
import type { HandoffDocument } from '../types.ts';
import { groupUnits, rankFields, withFields, type Field } from './fields.ts';
import { Loudness, withQuietFields } from './quiet-fields.ts';

/** The document with its own count of tokens and hash. */
export type Settle = (document: HandoffDocument) => Promise<HandoffDocument>;

interface Filling {
  readonly ranking: readonly Ranked[];
  /** So many of the first fit. One that does not ends the list: what a lower limit keeps, a higher one keeps too. */
  readonly count: number;
}

const NEXT_COUNT = 0.8;
/** So often the room of pieces that are left out is filled with others. */
const QUIET_ROUNDS = 4;
const BYTES_PER_TOKEN = 7;

export class FieldFiller {
  readonly #document: HandoffDocument;
  readonly #fields: readonly Field[];
  readonly #limit: number;
  readonly #settle: Settle;
  #filling: Filling = { ranking: [], count: 0 };

  constructor(document: HandoffDocument, fields: readonly Field[], limit: number, settle: Settle) {
    this.#document = document;
    this.#fields = fields;
    this.#limit = limit;
    this.#settle = settle;
  }

  /** Makes the extracts as long as the room that is left allows. */
  async fill(): Promise<HandoffDocument> {
    if (this.#fields.length === 0) return await this.#settle(this.#document);
    return await this.#fillFrom(rankFields(this.#document, this.#fields, this.#limit * BYTES_PER_TOKEN));
  }

  async #fillFrom(ranking: readonly Ranked[]): Promise<HandoffDocument> {
    let best = await this.#settle(this.#document);
    this.#filling = { ranking, count: 0 };
    let low = 1;
    let high = ranking.length;
    // The first guess is everything: often it fits.
    for (let count = high; low <= high; count = (low + high) >>> 1) {
      const settled = await this.#settle(this.#show(ranking.slice(0, count)));
      if (settled.handoff.meta.token_count <= this.#limit) {
        best = settled;
        this.#filling = { ranking, count };
        low = count + 1;
      } else high = count - 1;
    }
    return best;
  }

  #show(taken: readonly Ranked[]): HandoffDocument {
    return withFields(this.#document, this.#fields, groupUnits(taken));
  }

  /** Pieces that raise a finding are left out, and others take their room. */
  async quieten(filled: HandoffDocument, original: HandoffDocument, scan: ScanText): Promise<HandoffDocument> {
    const loudness = new Loudness(scan);
    let next = filled;
    for (let round = 1; round < QUIET_ROUNDS; round += 1) {
      const { ranking, count } = this.#filling;
      const { left } = withQuietFields(next, original, this.#fields, ranking.slice(0, count), loudness);
      if (left.length === 0 || ranking.length === 0) break;
      const loud = new Set(left);
      next = await this.#fillFrom(ranking.filter((piece) => !loud.has(piece)));
    }
    return await this.#settleQuiet(next, original, loudness);
  }

  /** Pieces that are left out can make what is around them longer: then there are fewer of them. */
  async #settleQuiet(
    document: HandoffDocument,
    original: HandoffDocument,
    loudness: Loudness,
  ): Promise<HandoffDocument> {
    const { ranking } = this.#filling;
    let { count } = this.#filling;
    for (let next = document; ;) {
      const taken = ranking.slice(0, count);
      const quiet = withQuietFields(next, original, this.#fields, taken, loudness);
      const settled = await this.#settle(quiet.document);
      if (settled.handoff.meta.token_count <= this.#limit || count === 0) return settled;
      count = Math.floor(count * NEXT_COUNT);
      next = this.#show(ranking.slice(0, count));
    }
  }
}
