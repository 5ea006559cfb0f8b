import { hash } from 'node:crypto';

const MARK_BYTES = 16;

/** What is kept of a claim: enough of its hash that two claims never meet by chance. */
const markOf = (claim: string): Buffer => hash('sha256', claim, 'buffer').subarray(0, MARK_BYTES);

/** Every claim of the files before the current one, sorted, so that asking costs a few comparisons and no memory. */
export class ClaimIndex {
  readonly bytes: Buffer;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length / MARK_BYTES;
  }

  has(claim: string): boolean {
    const mark = markOf(claim);
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = mark.compare(this.bytes, middle * MARK_BYTES, (middle + 1) * MARK_BYTES);
      if (order === 0) return true;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return false;
  }

  with(claims: Iterable<string>): ClaimIndex {
    const marks = Array.from(claims, markOf);
    for (let at = 0; at < this.bytes.length; at += MARK_BYTES) marks.push(this.bytes.subarray(at, at + MARK_BYTES));
    return new ClaimIndex(Buffer.concat(marks.sort((a, b) => a.compare(b))));
  }
}
