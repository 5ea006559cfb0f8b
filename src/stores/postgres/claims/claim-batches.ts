import { setImmediate as afterOthers } from 'node:timers/promises';
import type { ClaimTerms } from '../../../kernel/ports/index.ts';
import type { ClaimCall } from '../connection/claim-statements.ts';
import type { Row } from '../connection/statements.ts';

/** The claims of one call together: the n-th row is of the n-th of them. */
type Send = (call: ClaimCall) => Promise<readonly Row[]>;

export interface ClaimRequest extends Omit<ClaimCall, 'terms'> {
  readonly terms: ClaimTerms;
  /** Only claims with equal ones may go together. */
  readonly group: string;
}

interface Waiting {
  readonly request: ClaimRequest;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/** Others of the process may need a connection too. */
const MAX_UNDER_WAY = 3;
/** The tasks of a statement are held until its end. */
const MAX_TOGETHER = 64;

/**
 * Claims that wait at the same moment go as one statement, with one commit. A claim that comes alone is sent alone and at
 * once; where many come, they gather while those before them are under way.
 */
export class ClaimBatches {
  readonly #send: Send;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #isGathering = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Undefined where nothing was left, or what was left is unknown. Fails as the statement it went with. */
  claim(request: ClaimRequest): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (this.#underWay === 0) void this.#settle(this.#takeBatch());
      else void this.#gather();
    });
  }

  /** Never rejects: what fails is told to those who wait. */
  async #gather(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    // Those who were answered together come back together.
    await afterOthers();
    this.#isGathering = false;
    while (this.#underWay < MAX_UNDER_WAY && this.#waiting.length > 0) void this.#settle(this.#takeBatch());
  }

  #takeBatch(): readonly Waiting[] {
    const group = this.#waiting[0]?.request.group;
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of this.#waiting)
      (one.request.group === group && batch.length < MAX_TOGETHER ? batch : rest).push(one);
    this.#waiting = rest;
    return batch;
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    this.#underWay += 1;
    try {
      const { fitting, version } = first.request;
      const send = (terms: readonly ClaimTerms[]) => this.#send({ fitting, version, terms });
      const rows = await send(batch.map(({ request }) => request.terms));
      for (const [place, one] of batch.entries()) {
        // Of several addresses together only so many are looked at: others may have been quicker with all of them.
        const isLooked = rows[place] !== undefined || batch.length === 1 || fitting.length <= 1;
        one.resolve(isLooked ? rows[place] : (await send([one.request.terms]))[0]);
      }
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
    this.#underWay -= 1;
    if (this.#waiting.length > 0) void this.#gather();
  }
}
