const FIRST_BYTES = 16 * 1024;

/** The first `maxBytes` of a stream in one growing buffer: memory stays bounded however small the pieces come. */
export class KeptOutput {
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  add(piece: Uint8Array): void {
    const kept = Math.min(piece.length, this.#maxBytes - this.#size);
    if (kept < piece.length) this.#truncated = true;
    if (kept === 0) return;
    this.#makeRoom(this.#size + kept);
    this.#buffer.set(kept === piece.length ? piece : piece.subarray(0, kept), this.#size);
    this.#size += kept;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(
      Math.min(this.#maxBytes, Math.max(needed, this.#buffer.length * 2, FIRST_BYTES)),
    );
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
  }
}
